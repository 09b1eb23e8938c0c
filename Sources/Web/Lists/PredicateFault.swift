/// A fault in a predicate, with the place where it stands.
struct PredicateFault: Sendable {
    /// `“valueInDolars” is not an attribute of Item`.
    var message: String
    /// The text up to the fault.
    var before: String
    /// The text at fault; a space where something is missing.
    var marked: String
    /// The rest.
    var after: String

    /// No fault.
    init() {
        message = ""
        before = ""
        marked = ""
        after = ""
    }

    /// A fault at a place.
    ///
    /// - Parameters:
    ///   - message: A sentence.
    ///   - text: The whole predicate.
    ///   - offset: Where the fault begins, in characters; beyond the end means the end.
    ///   - length: How many characters are at fault.
    init(_ message: String, in text: String, at offset: Int, length: Int = 1) {
        let start = min(max(0, offset), text.count)
        self.message = message
        before = String(text.prefix(start))
        let rest = text.dropFirst(start)
        marked = rest.isEmpty ? " " : String(rest.prefix(max(1, length)))
        after = String(rest.dropFirst(max(1, length)))
    }
}
