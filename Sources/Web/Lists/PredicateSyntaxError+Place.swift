import Persistence

extension PredicateSyntaxError {
    /// The fault with its place in the text, in words.
    var messageWithPlace: String {
        let end = message.hasSuffix(".") ? message.dropLast() : message[...]
        return "\(end) (at character \(offset + 1))"
    }
}
