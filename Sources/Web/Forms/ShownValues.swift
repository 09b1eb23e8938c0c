/// A short text that stands for the values with which a form was filled.
///
/// A record's version also changes with what the form does not show, such as its place in a list.
/// Only where a value of the form itself was changed meanwhile does saving the form undo somebody
/// else's work. The text is the same in every run of the server, as forms stay open across them.
struct ShownValues: Sendable, Equatable {
    /// The name of the hidden field that carries the text.
    static let field = "shownValues"

    /// The text.
    let text: String

    /// The text for the values of a form in a fixed order; nil is not the same as empty text.
    init(_ values: String?...) {
        var hash = ContentHash()
        for value in values {
            hash.add(value == nil ? "-" : "+")
            hash.add(value ?? "")
        }
        text = hash.text
    }
}
