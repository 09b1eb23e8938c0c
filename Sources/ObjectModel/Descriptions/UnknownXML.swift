/// What a model file says that this library does not know, kept for writing it back.
public struct UnknownXML: Sendable, Hashable {
    /// An XML element as it was read.
    public struct Element: Sendable, Hashable {
        /// The name of the element.
        public var name: String
        /// The attributes, in any order.
        public var attributes: [String: String]
        /// The elements within, in their order.
        public var children: [Element]
        /// The text within, without that of elements.
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

    /// Nothing unknown.
    public init() {}
}
