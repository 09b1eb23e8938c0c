/// The parts of a model file that this library does not know, which it writes back.
public struct UnknownXML: Sendable, Hashable {
    /// An unknown XML element.
    public struct Element: Sendable, Hashable {
        public var name: String
        public var attributes: [String: String]
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

    public var attributes: [String: String] = [:]
    public var elements: [Element] = []

    public init() {}
}
