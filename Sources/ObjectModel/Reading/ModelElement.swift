/// An element of a model file as the XML parser saw it.
struct ModelElement {
    /// Stands in for a name where the element is a comment.
    static let commentName = "#comment"

    var name: String
    var attributes: [String: String] = [:]
    var children: [ModelElement] = []
    var text = ""
    /// The line on which the element's start ends.
    var line: Int

    /// The element as it is kept for writing when nothing here knows it.
    var unknown: UnknownXML.Element {
        UnknownXML.Element(
            name: name, attributes: attributes, children: children.map(\.unknown), text: text)
    }
}
