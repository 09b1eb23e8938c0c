public import Foundation
import ObjectModel

/// The format of Core Data's XML stores.
///
/// All records are numbered together. A relationship is written at both ends, and read from either.
public struct XMLStoreFormat: AtomicStoreFormat, AtomicStoreMetadataWriting {
    /// The number of the first record in Core Data's files.
    static let firstKey: Int64 = 102

    public init() {}

    public var type: StoreType { .xml }

    public var numbering: StoreNumbering { .shared(firstKey: Self.firstKey) }

    public func recognizes(_ start: [UInt8]) -> Bool {
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start[3...] : start[...]
        let start = text.drop(while: XMLScanner.isSpace)
        return ["<?xml", "<!DOCTYPE database", "<database"].contains {
            start.starts(with: $0.utf8)
        }
    }

    public func metadata(in file: Data) throws -> PersistentStoreMetadata {
        var reader = try XMLStoreReader(file)
        return try reader.head().metadata
    }

    public func load(_ file: Data, layout: ModelLayout) throws -> AtomicStoreDocument {
        var reader = try XMLStoreReader(file)
        let head = try reader.head()
        var records = XMLStoreRecords(layout)
        try reader.forEachObject { try records.add($0) }
        return try records.finish(head)
    }

    public func save(_ document: AtomicStoreDocument, layout: ModelLayout) throws -> Data {
        var writer = XMLStoreWriter(layout)
        return Data(try writer.write(document).utf8)
    }

    func file(_ file: Data, with metadata: PersistentStoreMetadata) throws -> Data {
        var reader = try XMLStoreReader(file)
        let head = try reader.head()
        // The records stay unchanged, byte by byte.
        var rest = file.dropFirst(reader.position)
        if rest.first == UInt8(ascii: "\n") { rest = rest.dropFirst() }
        return Data(XMLStoreWriter.head(metadata, lastKey: head.lastKey).utf8) + rest
    }
}

/// The names of entities and properties in XML stores: entities in upper case, properties in lower
/// case, unless that would make two names equal.
struct XMLStoreNames {
    let layout: ModelLayout
    private let entityNames: [String]
    private let entitiesByName: [String: EntityLayout]
    private let slotNames: [[String]]
    private let slotsByName: [[String: Int]]

    init(_ layout: ModelLayout) {
        self.layout = layout
        let names = Self.spelled(layout.entities.map(\.name)) { $0.uppercased() }
        entityNames = names
        entitiesByName = Dictionary(
            zip(names, layout.entities), uniquingKeysWith: { first, _ in first })
        let slotNames = layout.entities.map { entity in
            Self.spelled(entity.slots.map(\.name)) { $0.lowercased() }
        }
        self.slotNames = slotNames
        slotsByName = slotNames.map { names in
            Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
        }
    }

    private static func spelled(_ names: [String], _ spell: (String) -> String) -> [String] {
        let counts = Dictionary(names.map { (spell($0), 1) }, uniquingKeysWith: +)
        return names.map { counts[spell($0)] == 1 ? spell($0) : $0 }
    }

    func name(of entity: EntityLayout) -> String { entityNames[entity.number - 1] }

    func name(of slot: PropertySlot, in entity: EntityLayout) -> String {
        slotNames[entity.number - 1][slot.number]
    }

    /// The entity with a name of the file, in any case.
    func entity(named name: String) -> EntityLayout? {
        entitiesByName[name] ?? layout.entity(named: name) ?? entitiesByName[name.uppercased()]
    }

    /// The property with a name of the file, in any case.
    func slot(named name: String, in entity: EntityLayout) -> PropertySlot? {
        let slots = slotsByName[entity.number - 1]
        if let number = slots[name] ?? slots[name.lowercased()] { return entity.slots[number] }
        return entity.slot(named: name)
    }
}

/// The escaping of texts in XML stores.
///
/// A character that XML does not allow is written as `\u` and four hexadecimal digits, and a
/// backslash that would look like one as `\u005c`.
enum XMLStoreText {
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: needsEscape) else { return text }
        var result = ""
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            case "\r": result += "&#13;"
            case "\\" where scalars[(index + 1)...].first == "u": result += "\\u005c"
            case _ where !scalar.isAllowedInXML:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text without escapes. Unknown escapes are kept, because other programs write backslashes
    /// that mean themselves.
    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var result = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\\", let other = hidden(rest) {
                rest = rest.dropFirst(5)
                result.unicodeScalars.append(other)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func hidden(_ text: Substring.UnicodeScalarView) -> Unicode.Scalar? {
        let digits = text.dropFirst().prefix(4)
        guard text.first == "u", digits.count == 4,
            digits.allSatisfy({ $0.properties.isASCIIHexDigit }),
            let number = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(number)
        else { return nil }
        return scalar == "\\" || !scalar.isAllowedInXML ? scalar : nil
    }

    /// Control characters, XML's special characters, the backslash, and the first byte of U+FFFE
    /// and U+FFFF.
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0xEF || "<>&\"\\".utf8.contains(byte)
    }
}
