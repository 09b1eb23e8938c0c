import Foundation
import ObjectModel

struct XMLStoreReader {
    private var scanner: XMLScanner

    /// The part of the file before the records.
    struct Head {
        var metadata: PersistentStoreMetadata
        var lastKey: Int64
    }

    init(_ file: Data) throws {
        scanner = try XMLScanner(file, maximumSize: 1 << 30, allowsDocumentType: true)
    }

    /// The number of bytes read.
    var position: Int { scanner.position }

    /// Reads up to the first record.
    mutating func head() throws -> Head {
        guard let root = try nextElement(), root.name == "database" else {
            throw scanner.fault("the document is not a <database>")
        }
        guard let start = try nextElement(), start.name == "databaseInfo" else {
            throw scanner.fault("<database> does not begin with <databaseInfo>")
        }
        let info = try scanner.element(start)
        var head = Head(metadata: PersistentStoreMetadata(identifier: ""), lastKey: 0)
        for child in info.children {
            switch child.name {
            case "UUID":
                head.metadata.contents.identifier = child.trimmedText.uppercased()
            case "nextObjectID":
                guard let number = Int64(child.trimmedText) else {
                    throw child.fault("<nextObjectID> is not a number")
                }
                head.lastKey = number
            case "metadata": head.metadata.contents.members = try members(of: child)
            default: break
            }
        }
        guard !head.metadata.identifier.isEmpty else { throw info.fault("there is no <UUID>") }
        head.metadata.contents.members[StoreMetadata.Key.storeType] = .string(
            StoreType.xml.rawValue)
        return head
    }

    /// Calls a closure with each record, up to the end of the document.
    mutating func forEachObject(_ body: (ParsedElement) throws -> Void) throws {
        while let start = try nextElement() {
            let element = try scanner.element(start)
            guard element.name == "object" else {
                throw element.fault("there is an element <\(element.name)> among the records")
            }
            try body(element)
        }
    }

    private func members(of metadata: ParsedElement) throws -> [String: PropertyListValue] {
        guard let list = metadata.children.first(where: { $0.name == "plist" }),
            let value = list.children.first
        else { return [:] }
        guard let members = try XMLPropertyList.value(of: value).dictionary else {
            throw list.fault("the metadata is not a dictionary")
        }
        return members
    }

    /// The next start of an element; nil at the end of the document.
    private mutating func nextElement() throws -> ParsedElement? {
        while let event = try scanner.next() {
            switch event {
            case .start(let element): return element
            case .text(let text):
                guard text.allSatisfy(XMLScanner.isSpace) else {
                    throw scanner.fault("there is text among the records")
                }
            case .end, .comment: continue
            }
        }
        return nil
    }
}

/// The records of an XML store during reading. Relationships may name records that come later.
struct XMLStoreRecords {
    private let names: XMLStoreNames
    private var nodes: [AtomicStoreCacheNode] = []
    private var numbers: [String: Int64] = [:]
    private var pending: [Pending] = []
    /// The IDs of records that are not a letter and a number.
    private var otherNames: [(name: String, node: Int)] = []

    /// The destinations of a relationship, by their IDs in the file.
    private struct Pending {
        var node: Int
        var slot: PropertySlot
        var names: [Substring]
        var line: Int
    }

    init(_ layout: ModelLayout) {
        names = XMLStoreNames(layout)
    }

    mutating func add(_ element: ParsedElement) throws {
        guard let type = element.attributes["type"], let id = element.attributes["id"] else {
            throw element.fault("a record has no type or no id")
        }
        guard let entity = names.entity(named: type) else {
            throw element.fault("the model has no entity \(type)")
        }
        guard numbers[id] == nil else { throw element.fault("another record has the id \(id)") }
        var node = AtomicStoreCacheNode(entity: entity, key: Self.number(id) ?? 0)
        node.place = "line \(element.line)"
        numbers[id] = node.reference.key
        if node.reference.key == 0 { otherNames.append((id, nodes.count)) }
        var known: Set<Int> = []
        for child in element.children {
            let slot = try slot(for: child, of: entity)
            guard known.insert(slot.number).inserted else {
                throw child.fault("\(entity.name).\(slot.name) occurs twice in a record")
            }
            if slot.attribute != nil {
                node.values[slot.number] = try child.value(of: slot, entity)
            } else {
                pending.append(
                    Pending(
                        node: nodes.count, slot: slot,
                        names: (child.attributes["idrefs"] ?? "").split(separator: " "),
                        line: child.line))
            }
        }
        nodes.append(node)
    }

    private func slot(
        for element: ParsedElement, of entity: EntityLayout
    ) throws -> PropertySlot {
        guard let name = element.attributes["name"],
            let slot = names.slot(named: name, in: entity),
            element.name == (slot.attribute != nil ? "attribute" : "relationship")
        else {
            let name = element.attributes["name"] ?? "without a name"
            throw element.fault("\(entity.name) has no \(element.name) \(name)")
        }
        return slot
    }

    /// The records with their relationships.
    mutating func finish(_ head: XMLStoreReader.Head) throws -> AtomicStoreDocument {
        var last = numbers.values.reduce(head.lastKey, max)
        for (name, node) in otherNames {
            last += 1
            numbers[name] = last
            nodes[node].reference.key = last
        }
        for relationship in pending {
            nodes[relationship.node].destinations[relationship.slot.number] =
                try relationship.names.map { name in
                    guard let number = numbers[String(name)] else {
                        throw AtomicStoreFault(
                            "line \(relationship.line): \(relationship.slot.name) refers to \(name), "
                                + "which is not there")
                    }
                    return StoreReference(
                        entityNumber: relationship.slot.destinationNumber, key: number)
                }
        }
        var document = AtomicStoreDocument(metadata: head.metadata, nodes: nodes)
        for entity in names.layout.entities where entity.superNumber == 0 && last > 0 {
            document.lastKeys[entity.number] = last
        }
        return document
    }

    /// The number of `z102`.
    private static func number(_ id: String) -> Int64? {
        guard id.first == "z", let number = Int64(id.dropFirst()), number > 0,
            id == "z\(number)"
        else { return nil }
        return number
    }
}

extension ParsedElement {
    fileprivate func value(of slot: PropertySlot, _ entity: EntityLayout) throws -> AttributeValue {
        guard let attribute = slot.attribute, !slot.isTransient else { return .null }
        if let value = value(as: attribute.attributeType) { return value }
        throw fault(
            "\(entity.name).\(slot.name) is “\(trimmedText.prefix(40))”, which is no "
                + attribute.attributeType.rawValue)
    }

    private func value(as type: AttributeType) -> AttributeValue? {
        switch type {
        case .string: .string(XMLStoreText.unescaped(text))
        case .binaryData, .transformable: Data(base64Text: text).map { .data($0) }
        case .integer16: Int16(trimmedText).map { .integer(Int64($0)) }
        case .integer32: Int32(trimmedText).map { .integer(Int64($0)) }
        case .integer64: Int64(trimmedText).map { .integer($0) }
        case .uri: AttributeValue(text: XMLStoreText.unescaped(trimmedText), of: type)
        case .double, .float, .decimal, .boolean, .date, .uuid:
            AttributeValue(text: trimmedText, of: type)
        case .undefined, .objectID, .composite: nil
        }
    }
}
