public import Foundation

/// The format of Core Data's XML stores.
///
/// All records are numbered together. What a relationship leads to stands at both of its ends, and
/// one of them suffices when a file is read.
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
        // The records stay as they are, byte by byte.
        var rest = file.dropFirst(reader.position)
        if rest.first == UInt8(ascii: "\n") { rest = rest.dropFirst() }
        return Data(XMLStoreWriter.head(metadata, lastKey: head.lastKey).utf8) + rest
    }
}
