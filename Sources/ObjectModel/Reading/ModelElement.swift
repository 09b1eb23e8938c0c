/// An element of a model file, as the XML parser reads it.
struct ModelElement {
    /// The name given to comments.
    static let commentName = "#comment"

    var name: String
    var attributes: [String: String] = [:]
    var children: [ModelElement] = []
    var text = ""
    /// The line on which the start tag ends.
    var line: Int

    /// The element as it is kept for writing if it is unknown.
    var unknown: UnknownXML.Element {
        UnknownXML.Element(
            name: name, attributes: attributes, children: children.map(\.unknown), text: text)
    }
}
