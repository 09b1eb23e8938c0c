import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Parses the XML of a model file, trusting nothing in it: document types, and with them entities,
/// are refused, and size and depth are limited.
final class ModelXMLParser: NSObject, XMLParserDelegate {
    /// The greatest size of a model file, in bytes.
    static let maximumSize = 16 * 1024 * 1024
    private static let maximumDepth = 64

    private let file: String
    private var open: [ModelElement] = []
    private var root: ModelElement?
    private var refusal: (line: Int, message: String)?

    private init(file: String) {
        self.file = file
    }

    /// Parses a document.
    ///
    /// - Throws: the reason, with its line, why the document cannot be used.
    static func parse(_ data: Data, file: String) throws(ModelError) -> ModelElement {
        guard !data.isEmpty else { throw ModelError(file: file, "the file is empty") }
        guard data.count <= maximumSize else {
            throw ModelError(
                file: file, "the file is larger than \(maximumSize >> 20) MB, the limit for a model"
            )
        }
        guard String(data: data, encoding: .utf8) != nil else {
            throw ModelError(file: file, "the file is not UTF-8 text, so it is not a model file")
        }
        return try ModelXMLParser(file: file).parse(data)
    }

    private func parse(_ data: Data) throws(ModelError) -> ModelElement {
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.delegate = self
        let isWellFormed = parser.parse()
        if let refusal {
            throw ModelError(file: file, line: refusal.line, refusal.message)
        }
        guard isWellFormed, let root else {
            throw ModelError(
                file: file, line: max(parser.lineNumber, 1),
                "the file is not well-formed XML" + Self.reason(for: parser.parserError))
        }
        return root
    }

    private static func reason(for error: (any Error)?) -> String {
        guard let error = error as NSError?, error.domain == XMLParser.errorDomain,
            let code = XMLParser.ErrorCode(rawValue: error.code)
        else { return "" }
        return switch code {
        case .tagNameMismatchError: ": an end tag does not match its start tag"
        case .prematureDocumentEndError, .notWellBalancedError, .ltRequiredError, .gtRequiredError:
            ": it ends early or a tag is broken"
        case .attributeRedefinedError: ": an attribute stands twice in one element"
        case .undeclaredEntityError: ": it uses an entity that is not declared"
        case .emptyDocumentError, .documentStartError: ": it does not begin with an element"
        case .lessThanSymbolInAttributeError: ": an attribute holds a \"<\""
        default: ""
        }
    }

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

    func parser(
        _ parser: XMLParser, foundInternalEntityDeclarationWithName name: String, value: String?
    ) {
        refuseEntities(parser)
    }

    func parser(
        _ parser: XMLParser, foundExternalEntityDeclarationWithName name: String,
        publicID: String?, systemID: String?
    ) {
        refuseEntities(parser)
    }

    func parser(
        _ parser: XMLParser, foundUnparsedEntityDeclarationWithName name: String,
        publicID: String?, systemID: String?, notationName: String?
    ) {
        refuseEntities(parser)
    }

    func parser(
        _ parser: XMLParser, foundElementDeclarationWithName elementName: String, model: String
    ) {
        refuseEntities(parser)
    }

    func parser(
        _ parser: XMLParser, foundAttributeDeclarationWithName attributeName: String,
        forElement elementName: String, type: String?, defaultValue: String?
    ) {
        refuseEntities(parser)
    }

    private func refuseEntities(_ parser: XMLParser) {
        refuse(parser, "the file declares a document type, which a model file never has")
    }

    private func refuse(_ parser: XMLParser, _ message: String) {
        if refusal == nil {
            refusal = (parser.lineNumber, message)
        }
        parser.abortParsing()
    }
}
