/// What the page says that asks before a record is deleted.
struct DeletionQuestion: Sendable {
    /// What goes along and what stays, a sentence each.
    var consequences: [String]
    /// What the button says. Default: “Delete product”.
    var label: String?
    /// Why the record cannot be deleted; nil if it can.
    var refusal: Refusal?
    /// What may be done instead.
    var ways: [RecordWay] = []
    /// What the person decides; nil if there is nothing to decide.
    var choice: DeletionChoice?

    /// Why a record stays.
    struct Refusal: Sendable {
        /// The heading behind the record's name: `was sold and stays`.
        let heading: String
        let fault: FormFault
    }
}

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
