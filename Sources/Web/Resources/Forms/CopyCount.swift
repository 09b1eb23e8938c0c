import Domain

/// The field for the number of copies.
enum CopyCount {
    static let description = FieldDescription(
        "count", "How many", .integer(FieldDescription.Copying.counts),
        hint: "Up to 100. A name or number that ends in a number counts up")

    /// The field in the form of a copy.
    ///
    /// - Parameter typed: what was typed; nil for a form that was not posted.
    static func field(_ typed: String? = nil, _ refusal: FormRefusal? = nil) -> RecordFormField {
        RecordFormField(
            description, value: typed ?? "1", shown: nil, options: [], refusal)
    }
}

extension FormDecoder {
    /// How many copies are asked for.
    mutating func copyCount() -> Int {
        let field = CopyCount.description
        return integer(field.name, label: field.label, in: FieldDescription.Copying.counts)
            .value ?? 1
    }
}

extension FormData {
    /// The form of one of several copies.
    ///
    /// - Parameters:
    ///   - index: the place of the copy, 0 for the first one.
    ///   - texts: what stands in fields that were not posted.
    ///   - copying: what a copy has in a field.
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
