import HTTPTypes

/// A file that came with a form and was larger than files may be: its bytes were counted, not kept.
struct OversizedFile: Sendable, Equatable {
    /// The name of the field that it came in.
    let fieldName: String
    /// The name that its sender gave it; empty for none.
    var fileName = ""
    /// How many bytes came.
    let byteCount: Int
    /// How many a file may have.
    let limit: Int

    /// The answer of a page that has no field for it.
    var error: SiteError { .tooLarge("The file", limit: limit, size: byteCount) }

    /// The refusal of the field that it came in, so that the form comes back with what was typed.
    ///
    /// - Parameter hint: what else can be done. Default: nothing.
    func refusal(label: String, hint: String = "") -> FormRefusal {
        let message =
            "it is \(ByteCount.text(byteCount)); at most \(ByteCount.text(limit)) are accepted\(hint)"
        return FormRefusal(
            status: .contentTooLarge,
            faults: [FormFault(field: fieldName, label: label, message: message)],
            members: [("limit", .int(limit)), ("size", .int(byteCount))])
    }
}
