package import Foundation

/// An element of an XML file with its content.
package struct ParsedElement {
    /// The name of comments.
    static let commentName = "#comment"
    /// The maximum size of a model file in bytes.
    static let maximumModelSize = 16 << 20

    package var name: String
    package var attributes: [String: String] = [:]
    /// The line of the start tag.
    package var line: Int
    package var text = ""
    package var children: [ParsedElement] = []

    package var trimmedText: String {
        let bytes = text.utf8.drop { XMLScanner.isSpace($0) }
        let end = bytes.lastIndex { !XMLScanner.isSpace($0) }
        return end.map { String(text[bytes.startIndex...$0]) } ?? ""
    }

    /// The element in the form for unknown parts.
    var unknown: UnknownXML.Element {
        UnknownXML.Element(
            name: name, attributes: attributes, children: children.map(\.unknown),
            text: name == Self.commentName ? text : trimmedText)
    }

    package func fault(_ reason: String) -> XMLFault { XMLFault(line: line, reason: reason) }
}

extension ParsedElement {
    /// Parses the document element of a file, which is not trusted; see `XMLScanner`.
    package init(
        _ file: Data, maximumSize: Int, allowsDocumentType: Bool = true,
        keepsComments: Bool = false
    ) throws(XMLFault) {
        var scanner = try XMLScanner(
            file, maximumSize: maximumSize, allowsDocumentType: allowsDocumentType)
        self.init(name: "", line: 0)
        while let event = try scanner.next() {
            guard case .start(let root) = event else { continue }
            self = try scanner.element(root, keepsComments: keepsComments)
        }
    }

    /// Parses the text of a model file.
    init(model xml: Data, file: String) throws(ModelError) {
        do {
            self = try ParsedElement(
                xml, maximumSize: Self.maximumModelSize, allowsDocumentType: false,
                keepsComments: true)
        } catch {
            throw ModelError(file: file, line: error.line, error.reason)
        }
    }
}

/// The reason why an XML file cannot be read.
package struct XMLFault: Error, CustomStringConvertible {
    let line: Int
    /// The end of a sentence, without a full stop.
    let reason: String

    package var description: String { "line \(line): \(reason)" }
}
