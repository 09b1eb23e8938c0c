/// What a model file says that this library does not know, kept for writing it back.
public struct UnknownXML: Sendable, Hashable {
    /// An XML element as it was read.
    public struct Element: Sendable, Hashable {
        /// The element's name; `#comment` for a comment.
        public var name: String
        /// The values of its attributes by name.
        public var attributes: [String: String]
        /// The elements in it, in order.
        public var children: [Element]
        /// The text in it, without white space at its ends.
        public var text: String

        /// Makes an element.
        public init(
            name: String, attributes: [String: String] = [:], children: [Element] = [],
            text: String = ""
        ) {
            self.name = name
            self.attributes = attributes
            self.children = children
            self.text = text
        }
    }

    /// The unknown attributes of the element, by name.
    public var attributes: [String: String] = [:]
    /// The unknown children of the element, in order.
    public var elements: [Element] = []

    /// Makes a description of nothing unknown.
    public init() {}
}
