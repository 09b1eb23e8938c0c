import Domain

/// The field for the number of copies.
enum CopyCount {
    static let description = FieldDescription(
        "count", "How many", .integer(FieldDescription.Copying.counts),
        hint: "Up to 100. A name or number that ends in a number counts up")

    /// The field in the form of a copy.
    ///
    /// - Parameter typed: the input; nil for a new form.
    static func field(_ typed: String? = nil, _ refusal: ValidationErrors? = nil) -> RecordFormField
    {
        RecordFormField(
            description, value: typed ?? "1", shown: nil, options: [], refusal)
    }
}

extension FormDecoder {
    /// The posted number of copies.
    mutating func copyCount() -> Int {
        let field = CopyCount.description
        return integer(field.name, label: field.label, in: FieldDescription.Copying.counts)
            .value ?? 1
    }
}

extension FormData {
    /// The form for one of several copies.
    ///
    /// - Parameters:
    ///   - index: the index of the copy, 0 for the first.
    ///   - texts: the texts of fields that were not posted.
    ///   - copying: the text of a field in a copy.
    func ofCopy(
        at index: Int, filledWith texts: [String: String],
        _ copying: (String) -> FieldDescription.Copying
    ) -> FormData {
        var copy = self
        copy.remove { _ in true }
        for field in fields {
            let text = copying(field.name).text(field.value, ofCopyAt: index)
            copy.append(Field(name: field.name, value: text))
        }
        let posted = Set(fields.map(\.name))
        for (name, text) in texts where !posted.contains(name) {
            let text = copying(name).text(text, ofCopyAt: index)
            copy.append(Field(name: name, value: text))
        }
        return copy
    }
}
