/// What a model file says that this library does not know, kept for writing it back.
public struct UnknownXML: Sendable, Hashable {
    /// An XML element as it was read.
    public struct Element: Sendable, Hashable {
        public var name: String
        public var attributes: [String: String]
        public var children: [Element]
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

    public init() {}
}
