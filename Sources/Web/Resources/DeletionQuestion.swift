/// The texts of the confirmation before a record is deleted.
struct DeletionQuestion: Sendable {
    /// The records that are deleted or stay, as sentences.
    var consequences: [String]
    /// The picture of the record, and what else identifies it; empty, the default, for none.
    var thumbnailPath = ""
    var details = ""
    /// The label of the button. Default: “Delete product”.
    var label: String?
    /// The reason why the record cannot be deleted; nil if it can.
    var refusal: Refusal?
    /// The alternatives to the deletion.
    var actions: [RecordAction] = []
    /// The choice that the user has; nil if there is none.
    var choice: DeletionChoice?

    /// The reason why a record cannot be deleted.
    struct Refusal: Sendable {
        /// The heading after the record's name: `was sold and stays`.
        let heading: String
        let fault: FieldError
    }
}

/// A choice before a deletion: the fate of the records that belong to the deleted one.
struct DeletionChoice: Sendable {
    /// The name of the field.
    var field: String
    /// `What becomes of the books`.
    var label: String
    /// The options, one of them selected.
    var options: [SelectOption]
}

extension DeletionChoice {
    /// The chosen option of a form; nil if the field is missing.
    ///
    /// - Throws: ``ValidationErrors`` for an unknown option.
    func value(in form: FormData) throws -> String? {
        guard let text = form[field], !text.isEmpty else { return nil }
        guard options.contains(where: { $0.value == text }) else {
            let words = options.map(\.value).joined(separator: ", ")
            throw ValidationErrors(field, label, "“\(text.prefix(100))” is not one of \(words)")
        }
        return text
    }
}
