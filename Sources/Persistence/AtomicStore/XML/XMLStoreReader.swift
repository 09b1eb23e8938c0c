import Foundation
import ObjectModel

/// Reads an XML store.
struct XMLStoreReader {
    private var scanner: XMLScanner

    /// What stands before the records.
    struct Head {
        var metadata: PersistentStoreMetadata
        var lastKey: Int64
    }

    init(_ file: Data) throws {
        scanner = try XMLScanner(file)
    }

    /// How many bytes were read.
    var position: Int { scanner.position }

    /// Reads the beginning, up to the records.
    mutating func head() throws -> Head {
        guard let root = try nextElement(), root.name == "database" else {
            throw scanner.fault("the document is no <database>")
        }
        guard let start = try nextElement(), start.name == "databaseInfo" else {
            throw scanner.fault("<database> does not begin with <databaseInfo>")
        }
        let info = try scanner.element(named: start.name, start.attributes, line: start.line)
        var head = Head(metadata: PersistentStoreMetadata(identifier: ""), lastKey: 0)
        for child in info.children {
            switch child.name {
            case "UUID":
                head.metadata.contents.identifier = child.trimmedText.uppercased()
            case "nextObjectID":
                guard let number = Int64(child.trimmedText) else {
                    throw child.fault("<nextObjectID> is no number")
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

    /// Calls a closure with each record, to the end of the document.
    mutating func forEachObject(_ body: (XMLStoreElement) throws -> Void) throws {
        while let start = try nextElement() {
            let element = try scanner.element(
                named: start.name, start.attributes, line: start.line)
            guard element.name == "object" else {
                throw element.fault("there is an element <\(element.name)> among the records")
            }
            try body(element)
        }
    }

    private func members(of metadata: XMLStoreElement) throws -> [String: PropertyListValue] {
        guard let list = metadata.children.first(where: { $0.name == "plist" }),
            let value = list.children.first
        else { return [:] }
        guard let members = try XMLPropertyList.value(of: value).dictionary else {
            throw list.fault("the metadata is no dictionary")
        }
        return members
    }

    /// The next start of an element; nil where the element around it ends.
    private mutating func nextElement() throws -> XMLStoreElement? {
        while let event = try scanner.next() {
            switch event {
            case .start(let name, let attributes, let line):
                return XMLStoreElement(name: name, attributes: attributes, line: line)
            case .text(let text):
                guard text.allSatisfy(XMLScanner.isSpace) else {
                    throw scanner.fault("there is text among the records")
                }
            case .end: continue
            }
        }
        return nil
    }
}
