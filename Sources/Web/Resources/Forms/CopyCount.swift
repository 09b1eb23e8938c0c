import Domain

/// The field for the number of copies.
enum CopyCount {
    static let description = FieldDescription(
        "count", "How many", .integer(FieldDescription.Copying.counts))

    /// The field in the form of a copy.
    ///
    /// - Parameters:
    ///   - typed: the input; nil for a new form.
    ///   - countsUp: whether names or numbers of several copies count up. Default: yes.
    static func field(
        _ typed: String? = nil, _ refusal: ValidationErrors? = nil, countsUp: Bool = true
    ) -> RecordFormField {
        var field = description
        field.hint = "Up to 100"
        if countsUp {
            field.hint += ". If there are several, names and numbers that end in a number count up"
        }
        return RecordFormField(field, value: typed ?? "1", shown: nil, options: [], refusal)
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
    /// The form for the first of some copies.
    ///
    /// - Parameters:
    ///   - initial: the texts that the form began with. A field that still has its text, or was not posted,
    ///     gets the one in `texts`.
    ///   - texts: the texts of the first copy.
    func ofCopies(begunWith initial: [String: String], _ texts: [String: String]) -> FormData {
        var form = mapped { name, text in
            initial[name] == text ? texts[name] ?? text : text
        }
        for (name, text) in texts where self[name] == nil {
            form.append(Field(name: name, value: text))
        }
        return form
    }

    /// The form for one of several copies, made from that for the first.
    ///
    /// - Parameters:
    ///   - index: the index of the copy, 0 for the first.
    ///   - copying: how copies have the text of a field.
    func ofCopy(
        at index: Int, _ copying: (String) -> FieldDescription.Copying
    ) -> FormData {
        mapped { copying($0).text($1, ofCopyAt: index) }
    }
}
