/// The parts of a model file that this library does not know, which it writes back.
public struct UnknownXML: Sendable, Hashable {
    /// An unknown XML element.
    public struct Element: Sendable, Hashable {
        /// The name of the element.
        public var name: String
        /// The attributes by name.
        public var attributes: [String: String]
        /// The child elements, in order.
        public var children: [Element]
        /// The text, without that of child elements.
        public var text: String

        /// Creates an element.
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

    /// Creates an empty value.
    public init() {}
}
