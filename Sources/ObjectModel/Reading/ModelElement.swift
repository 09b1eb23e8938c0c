/// An element of a model file from the XML parser.
struct ModelElement {
    /// The name of comments.
    static let commentName = "#comment"

    var name: String
    var attributes: [String: String] = [:]
    var children: [ModelElement] = []
    var text = ""
    /// The line of the end of the start tag.
    var line: Int

    /// The element in the form for unknown parts.
    var unknown: UnknownXML.Element {
        UnknownXML.Element(
            name: name, attributes: attributes, children: children.map(\.unknown), text: text)
    }
}
