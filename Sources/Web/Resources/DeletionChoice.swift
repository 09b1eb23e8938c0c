/// Something that whoever deletes a record decides: what becomes of those that belong to it.
struct DeletionChoice: Sendable {
    /// The name of the field.
    var field: String
    /// `What becomes of the books`.
    var label: String
    /// The ways, one of them selected.
    var options: [SelectOption]
}

extension DeletionChoice {
    /// What a form chose; nil if it says nothing.
    ///
    /// - Throws: ``FormRefusal`` for a word that is none of the ways.
    func value(in form: FormData) throws -> String? {
        guard let text = form[field], !text.isEmpty else { return nil }
        guard options.contains(where: { $0.value == text }) else {
            let words = options.map(\.value).joined(separator: ", ")
            throw FormRefusal(faults: [
                FormFault(
                    field: field, label: label,
                    message: "“\(text.prefix(100))” is not one of \(words)"
                )
            ])
        }
        return text
    }
}
