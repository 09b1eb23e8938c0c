import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads the objects of a mapping model's file, which is an XML store of Core Data's.
final class MappingModelReader: NSObject, XMLParserDelegate {
    /// An object of the file.
    struct Object {
        var type: String
        var attributes: [String: String] = [:]
        var relationships: [String: [String]] = [:]
    }

    private static let greatestSize = 64 << 20

    private(set) var objects: [String: Object] = [:]
    /// The numbers of the objects as they stand in the file.
    private(set) var order: [String] = []
    private var current: String?
    private var attribute: String?
    private var failure: String?

    /// - Throws: `MappingModelError` with the line of what cannot be read.
    init(_ data: Data, file: String) throws {
        super.init()
        guard data.count <= Self.greatestSize, let text = String(data: data, encoding: .utf8) else {
            throw MappingModelError(file: file, reason: "it is no text in UTF-8, or too large")
        }
        let parser = XMLParser(data: Data(try Self.withoutDocumentType(text, file).utf8))
        parser.shouldResolveExternalEntities = false
        parser.delegate = self
        _ = parser.parse()
        if let failure { throw MappingModelError(file: file, reason: failure) }
        guard !objects.isEmpty else {
            throw MappingModelError(file: file, reason: "it holds no mapping model")
        }
    }

    /// Core Data names its document type and declares nothing in it; whoever does is refused.
    private static func withoutDocumentType(_ text: String, _ file: String) throws -> String {
        guard let start = text.range(of: "<!DOCTYPE"),
            let end = text.range(of: ">", range: start.upperBound..<text.endIndex)
        else { return text }
        let declaration = text[start.lowerBound..<end.upperBound]
        guard !declaration.contains("["), !text[end.upperBound...].contains("<!DOCTYPE"),
            !text.contains("<!ENTITY")
        else { throw MappingModelError(file: file, reason: "it declares entities") }
        return text.replacingCharacters(in: start.lowerBound..<end.upperBound, with: "")
    }

    // MARK: - XMLParserDelegate

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName qName: String?, attributes: [String: String]
    ) {
        switch elementName {
        case "object":
            guard let id = attributes["id"], let type = attributes["type"] else { return }
            objects[id] = Object(type: type)
            order.append(id)
            current = id
        case "attribute":
            attribute = attributes["name"]
            if let current, let attribute { objects[current]?.attributes[attribute] = "" }
        case "relationship":
            guard let current, let name = attributes["name"] else { return }
            let references = (attributes["idrefs"] ?? "").split(separator: " ").map(String.init)
            objects[current]?.relationships[name] = references
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard let current, let attribute else { return }
        objects[current]?.attributes[attribute]?.append(string)
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
        qualifiedName qName: String?
    ) {
        if elementName == "attribute" { attribute = nil }
        if elementName == "object" { current = nil }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        failure = failure ?? "line \(parser.lineNumber) is no well-formed XML"
    }
}

/// Why a mapping model cannot be read.
public struct MappingModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    public var file: String
    /// The cause, as the rest of a sentence without a full stop.
    public var reason: String

    public var description: String { "The mapping model \(file) cannot be read: \(reason)." }
}
