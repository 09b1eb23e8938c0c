package import Foundation

/// Splits an XML document into events, and trusts nothing in it: only the five entities of XML are
/// known, nothing outside the document is read, and depth and size are limited.
package struct XMLScanner {
    package enum Event {
        case start(ParsedElement)
        case text([UInt8])
        case comment([UInt8])
        case end
    }

    private static let maximumDepth = 64
    private static let maximumAttributeCount = 32

    private let bytes: [UInt8]
    private let allowsDocumentType: Bool
    /// The number of bytes read.
    package private(set) var position = 0
    /// The line of the position, from 1.
    private var line = 1
    private var open: [(name: String, line: Int)] = []
    private var hasRoot = false
    /// Whether the next event is the end of an empty element, `<name/>`.
    private var hasPendingEnd = false

    /// - Parameters:
    ///   - maximumSize: the maximum size of the file in bytes.
    ///   - allowsDocumentType: whether there may be a document type, without declarations.
    package init(
        _ file: Data, maximumSize: Int, allowsDocumentType: Bool
    ) throws(XMLFault) {
        bytes = Array(file)
        self.allowsDocumentType = allowsDocumentType
        guard file.count <= maximumSize else {
            throw fault("the file is larger than \(maximumSize >> 20) MB")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw fault("the file is not UTF-8 text")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        try skipDeclaration()
    }

    /// The next event; nil at the end of the document, which has one element.
    package mutating func next() throws(XMLFault) -> Event? {
        if hasPendingEnd {
            hasPendingEnd = false
            return .end
        }
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                let text = try text()
                if !open.isEmpty { return .text(text) }
                guard text.allSatisfy(Self.isSpace) else {
                    throw fault(
                        hasRoot
                            ? "there is text after the document’s element"
                            : "the file does not begin with an element")
                }
                continue
            }
            if let event = try markup() { return event }
        }
        if let unclosed = open.last {
            throw fault("<\(unclosed.name)> of line \(unclosed.line) is not closed")
        }
        guard hasRoot else { throw fault("the document has no element") }
        return nil
    }

    package func fault(_ reason: String) -> XMLFault { XMLFault(line: line, reason: reason) }

    // MARK: - Markup

    private mutating func markup() throws(XMLFault) -> Event? {
        if skip("<!--") { return .comment(try take(behind: "-->", "a comment")) }
        if skip("<![CDATA[") {
            guard !open.isEmpty else { throw fault("there is text outside of the element") }
            return .text(try take(behind: "]]>", "a CDATA section"))
        }
        if allowsDocumentType, skip("<!DOCTYPE") {
            try skipDocumentType()
            return nil
        }
        if starts(with: "<?") || starts(with: "<!") {
            throw fault("there is a processing instruction or a document type")
        }
        if skip("</") { return try endTag() }
        position += 1
        return try startTag()
    }

    private mutating func startTag() throws(XMLFault) -> Event {
        let start = line
        guard open.count < Self.maximumDepth else {
            throw fault("elements are nested deeper than \(Self.maximumDepth) levels")
        }
        guard !open.isEmpty || !hasRoot else { throw fault("there is a second document element") }
        hasRoot = true
        let name = try name()
        var attributes: [String: String] = [:]
        while true {
            let hadSpace = skipSpace()
            hasPendingEnd = skip("/>")
            if hasPendingEnd || skip(">") {
                if !hasPendingEnd { open.append((name, start)) }
                return .start(ParsedElement(name: name, attributes: attributes, line: start))
            }
            guard hadSpace, attributes.count < Self.maximumAttributeCount else {
                throw fault("the tag <\(name)> is damaged")
            }
            let key = try self.name()
            guard attributes.updateValue(try attributeValue(of: key), forKey: key) == nil else {
                throw fault("an attribute occurs twice in <\(name)>: \(key)")
            }
        }
    }

    private mutating func endTag() throws(XMLFault) -> Event {
        let name = try name()
        skipSpace()
        let start = open.popLast()?.name
        guard skip(">"), start == name else {
            throw fault(
                "the end tag </\(name)> does not match "
                    + (start.map { "the start tag <\($0)>" } ?? "a start tag"))
        }
        return .end
    }

    private mutating func attributeValue(of key: String) throws(XMLFault) -> String {
        skipSpace()
        guard skip("=") else { throw fault("the attribute \(key) has no value") }
        skipSpace()
        guard position < bytes.count,
            bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
        else { throw fault("the value of the attribute \(key) has no quotes") }
        let quote = bytes[position]
        position += 1
        let value = try text(until: quote)
        guard position < bytes.count, bytes[position] == quote else {
            throw fault("the value of the attribute \(key) does not end")
        }
        position += 1
        return String(decoding: value, as: UTF8.self)
    }

    private mutating func name() throws(XMLFault) -> String {
        let start = position
        while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
        guard start < position else { throw fault("a name is missing") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    // MARK: - Text

    /// The text up to the next tag or quote, with references resolved and line ends normalized.
    private mutating func text(until quote: UInt8? = nil) throws(XMLFault) -> [UInt8] {
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "<") {
                if quote != nil { throw fault("an attribute holds a \"<\"") }
                break
            }
            if byte == quote { break }
            if byte == UInt8(ascii: "&") {
                text += try reference()
                continue
            }
            position += 1
            switch byte {
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                if byte == UInt8(ascii: "\r"), position < bytes.count,
                    bytes[position] == UInt8(ascii: "\n")
                {
                    position += 1
                }
                line += 1
                text.append(UInt8(ascii: quote == nil ? "\n" : " "))
            case UInt8(ascii: "\t"):
                text.append(quote == nil ? byte : UInt8(ascii: " "))
            case 0..<0x20:
                throw fault("there is a character that XML does not allow")
            default:
                text.append(byte)
            }
        }
        return text
    }

    private static let entities: [String: UInt8] = [
        "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "amp": UInt8(ascii: "&"),
        "quot": UInt8(ascii: "\""), "apos": UInt8(ascii: "'"),
    ]

    private mutating func reference() throws(XMLFault) -> [UInt8] {
        let end = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
        guard let end else { throw fault("a “&” begins no reference") }
        let name = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
        position = end + 1
        if let byte = Self.entities[name] { return [byte] }
        let number =
            name.hasPrefix("#x")
            ? UInt32(name.dropFirst(2), radix: 16)
            : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
        guard let number, let scalar = Unicode.Scalar(number), scalar.isAllowedInXML else {
            throw fault(
                "&\(name); is "
                    + (name.hasPrefix("#") ? "no character" : "an entity that is not declared"))
        }
        return Array(String(scalar).utf8)
    }

    // MARK: - Prolog

    private mutating func skipDeclaration() throws(XMLFault) {
        guard starts(with: "<?xml") else { return }
        let declaration = String(decoding: try take(behind: "?>", "the declaration"), as: UTF8.self)
        guard let start = declaration.range(of: "encoding")?.upperBound else { return }
        let encoding = declaration[start...].drop { " \t\r\n=\"'".contains($0) }
            .prefix { !"\"' ".contains($0) }
        guard ["utf-8", "utf8", "us-ascii"].contains(encoding.lowercased()) else {
            throw fault("the encoding \(encoding) is not UTF-8")
        }
    }

    /// Core Data names its document type and declares nothing in it; a declaration is refused.
    private mutating func skipDocumentType() throws(XMLFault) {
        guard !hasRoot else { throw fault("there is a document type within the document") }
        let declaration = try take(behind: ">", "the document type")
        guard !declaration.contains(UInt8(ascii: "[")) else {
            throw fault("the document type declares something")
        }
    }

    // MARK: - Bytes

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { mark in
            bytes.count - position >= mark.count
                && bytes[position..<(position + mark.count)].elementsEqual(mark)
        }
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        guard starts(with: text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    private mutating func take(
        behind mark: StaticString, _ what: String
    ) throws(XMLFault) -> [UInt8] {
        let start = position
        while position < bytes.count {
            if starts(with: mark) {
                let content = Array(bytes[start..<position])
                position += mark.utf8CodeUnitCount
                return content
            }
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
        throw fault("\(what) does not end")
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = position
        while position < bytes.count, Self.isSpace(bytes[position]) {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
        return start < position
    }

    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }
}

extension XMLScanner {
    /// Reads the rest of an element whose start was read.
    ///
    /// - Parameter keepsComments: whether comments become children. Default: false.
    package mutating func element(
        _ start: ParsedElement, keepsComments: Bool = false
    ) throws(XMLFault) -> ParsedElement {
        var (element, text) = (start, [UInt8]())
        while true {
            switch try next() {
            case .start(let child):
                element.children.append(try self.element(child, keepsComments: keepsComments))
            case .text(let bytes): text += bytes
            case .comment(let bytes) where keepsComments:
                element.children.append(
                    ParsedElement(
                        name: ParsedElement.commentName, line: line,
                        text: String(decoding: bytes, as: UTF8.self)))
            case .comment: continue
            case .end, nil:
                element.text = String(decoding: text, as: UTF8.self)
                return element
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether XML 1.0 allows the character, at least as a reference.
    package var isAllowedInXML: Bool {
        switch value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
