/// The parts of a model file that this library does not know, kept for writing.
public struct UnknownXML: Sendable, Hashable {
    /// An XML element as it was read.
    public struct Element: Sendable, Hashable {
        /// The name of the element.
        public var name: String
        /// The attributes, in any order.
        public var attributes: [String: String]
        /// The child elements in order.
        public var children: [Element]
        /// The text, without that of child elements.
        public var text: String

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

    /// Makes an empty value.
    public init() {}
}
