import Foundation
import ObjectModel

struct XMLStoreWriter {
    private let names: XMLStoreNames
    private var text = ""

    /// The version that Core Data writes for this format.
    private static let version = 134_481_920

    init(_ layout: ModelLayout) {
        names = XMLStoreNames(layout)
    }

    mutating func write(_ document: AtomicStoreDocument) throws -> String {
        let last = document.lastKeys.values.max() ?? 0
        text = Self.head(document.metadata, lastKey: max(last, XMLStoreFormat.firstKey - 1))
        for node in document.nodes.sorted(by: { $0.reference.key < $1.reference.key }) {
            try write(node)
        }
        text += "</database>\n"
        return text
    }

    /// The part of the file before the records.
    static func head(_ metadata: PersistentStoreMetadata, lastKey: Int64) -> String {
        var members = metadata.contents.members
        // The format of the file implies it.
        members[StoreMetadata.Key.storeType] = nil
        let lines = XMLPropertyList.lines(of: .dictionary(members), indentation: 16)
        return """
            <?xml version="1.0" standalone="yes"?>
            <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

            <database>
                <databaseInfo>
                    <version>\(version)</version>
                    <UUID>\(XMLStoreText.escaped(metadata.identifier))</UUID>
                    <nextObjectID>\(lastKey)</nextObjectID>
                    <metadata>
                        <plist version="1.0">
            \(lines.joined(separator: "\n"))
                        </plist>
                    </metadata>
                </databaseInfo>

            """
    }

    private mutating func write(_ node: AtomicStoreCacheNode) throws {
        let entity = names.layout.entity(node.reference.entityNumber)
        text += "    <object type=\"\(names.name(of: entity))\" id=\"z\(node.reference.key)\">\n"
        for slot in entity.storedAttributes {
            guard let attribute = slot.attribute, !node.values[slot.number].isNull else { continue }
            guard let value = node.values[slot.number].xmlStoreText else {
                throw PersistenceError.misuse(
                    "An XML store cannot keep the value of \(entity.name).\(slot.name)")
            }
            text += "        <attribute name=\"\(names.name(of: slot, in: entity))\" "
            text += "type=\"\(attribute.attributeType.xmlStoreName)\">\(value)</attribute>\n"
        }
        for slot in entity.slots where slot.relationship != nil && !slot.isTransient {
            write(slot, entity, node.destinations[slot.number] ?? [])
        }
        text += "    </object>\n"
    }

    private mutating func write(
        _ slot: PropertySlot, _ entity: EntityLayout, _ destinations: [StoreReference]
    ) {
        let destination = names.name(of: names.layout.entity(slot.destinationNumber))
        text += "        <relationship name=\"\(names.name(of: slot, in: entity))\" "
        text += "type=\"\(slot.isToMany ? "0/0" : "1/1")\" destination=\"\(destination)\""
        if !destinations.isEmpty {
            text += " idrefs=\"\(destinations.map { "z\($0.key)" }.joined(separator: " "))\""
        }
        text += "></relationship>\n"
    }
}

extension AttributeType {
    /// The type's name in XML stores. The names for integers of 16 and 32 bits, floats, Booleans,
    /// texts, dates and data are Core Data's; the others are guesses, as no known file has them.
    fileprivate var xmlStoreName: String {
        switch self {
        case .integer16: "int16"
        case .integer32: "int32"
        case .integer64: "int64"
        case .decimal: "decimal"
        case .double: "double"
        case .float: "float"
        case .boolean: "bool"
        case .date: "date"
        case .binaryData: "binary"
        case .transformable: "transformable"
        case .uuid: "uuid"
        case .uri: "uri"
        case .string, .undefined, .objectID, .composite: "string"
        }
    }
}

extension AttributeValue {
    /// The value as an element's text; nil for an unsaved transformable value.
    fileprivate var xmlStoreText: String? {
        switch self {
        case .null: ""
        case .integer(let value): "\(value)"
        case .boolean(let value): value ? "1" : "0"
        case .double(let value): "\(value)"
        case .decimal(let value): "\(value)"
        case .date(let value): "\(value.timeIntervalSinceReferenceDate)"
        case .string(let value): XMLStoreText.escaped(value)
        case .data(let value): value.base64EncodedString()
        case .uuid(let value): value.uuidString
        case .url(let value): XMLStoreText.escaped(value.absoluteString)
        case .object, .transformable, .deferred: nil
        }
    }
}
