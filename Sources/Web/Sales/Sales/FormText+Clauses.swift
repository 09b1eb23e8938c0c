extension FormText {
    /// A sentence as it goes on behind the name of a field: without its capital and its full stop.
    static func clause(_ sentence: String) -> String {
        let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
