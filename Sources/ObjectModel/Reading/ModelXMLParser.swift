import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Parses the XML of a model file, which is not trusted: document types, and so entities, and
/// processing instructions are refused; size and depth are limited.
final class ModelXMLParser: NSObject, XMLParserDelegate {
    /// The maximum size of a model file in bytes.
    static let maximumSize = 16 * 1024 * 1024
    private static let maximumDepth = 64

    private let file: String
    private var open: [ModelElement] = []
    private var root: ModelElement?
    private var refusal: (line: Int, message: String)?
    private var firstError: (line: Int, code: Int)?

    private init(file: String) {
        self.file = file
    }

    /// Parses a document.
    ///
    /// - Throws: an error with the line and the reason.
    static func parse(_ data: Data, file: String) throws(ModelError) -> ModelElement {
        guard !data.isEmpty else { throw ModelError(file: file, "the file is empty") }
        guard data.count <= maximumSize else {
            throw ModelError(
                file: file, "the file is larger than \(maximumSize >> 20) MB, the limit for a model"
            )
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw ModelError(file: file, "the file is not UTF-8 text, so it is not a model file")
        }
        try XMLProlog(text).check(file: file)
        try XMLInstructions(text).check(file: file)
        return try ModelXMLParser(file: file).parse(data)
    }

    private func parse(_ data: Data) throws(ModelError) -> ModelElement {
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.delegate = self
        // The result means nothing: Foundation on Linux returns true for a truncated file.
        _ = parser.parse()
        if let refusal {
            throw ModelError(file: file, line: refusal.line, refusal.message)
        }
        guard let root, firstError == nil, parser.parserError == nil else {
            throw ModelError(
                file: file, line: max(firstError?.line ?? parser.lineNumber, 1),
                "the file is not well-formed XML" + reason)
        }
        return root
    }

    private var reason: String {
        if let code = firstError?.code, let reason = Self.reasons[code] {
            return ": \(reason)"
        }
        if let unclosed = open.last {
            return ": <\(unclosed.name)> of line \(unclosed.line) is not closed"
        }
        return ""
    }

    /// The messages for libxml2's error codes. `XMLParser.ErrorCode` has other numbers than
    /// Foundation reports on Linux.
    private static let reasons = [
        4: "it does not begin with an element", 26: "it uses an entity that is not declared",
        38: "an attribute holds a \"<\"", 42: "an attribute stands twice in one element",
        76: "an end tag does not match its start tag",
    ]

    // MARK: - XMLParserDelegate

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName qName: String?, attributes attributeDict: [String: String]
    ) {
        guard open.count < Self.maximumDepth else {
            return refuse(parser, "elements are nested deeper than \(Self.maximumDepth) levels")
        }
        open.append(
            ModelElement(
                name: elementName, attributes: attributeDict, line: parser.lineNumber))
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
        qualifiedName qName: String?
    ) {
        guard var element = open.popLast() else { return }
        element.text = element.text.trimmingCharacters(in: .whitespacesAndNewlines)
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard !open.isEmpty else { return }
        open[open.count - 1].text += string
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        guard !open.isEmpty else { return }
        open[open.count - 1].text += String(decoding: block, as: UTF8.self)
    }

    func parser(_ parser: XMLParser, foundComment comment: String) {
        guard !open.isEmpty else { return }
        open[open.count - 1].children.append(
            ModelElement(
                name: ModelElement.commentName, text: comment, line: parser.lineNumber))
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        if firstError == nil {
            firstError = (parser.lineNumber, (parseError as NSError).code)
        }
    }

    private func refuse(_ parser: XMLParser, _ message: String) {
        if refusal == nil {
            refusal = (parser.lineNumber, message)
        }
        parser.abortParsing()
    }
}
