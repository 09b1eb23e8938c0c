import CZlib
public import Foundation

/// The format of binary stores: a binary property list of this library's own.
///
/// | key | value |
/// | --- | --- |
/// | `PersistenceBinaryStore` | the version of the format, 1 |
/// | `UUID` | the store's UUID |
/// | `metadata` | what Core Data's stores have in `Z_PLIST` |
/// | `records` | a binary property list of the records |
/// | `checksum` | the CRC-32 of `records` |
///
/// The records stand apart, so that the metadata is read without them.
public struct BinaryStoreFormat: AtomicStoreFormat, AtomicStoreMetadataWriting {
    private enum Key {
        static let format = "PersistenceBinaryStore"
        static let identifier = "UUID"
        static let metadata = "metadata"
        static let records = "records"
        static let checksum = "checksum"
    }

    private static let version: Int64 = 1

    public init() {}

    public var type: StoreType { .binary }

    public func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: "bplist0".utf8) }

    public func metadata(in file: Data) throws -> PersistentStoreMetadata {
        try metadata(try BinaryPropertyListReader.read(file))
    }

    public func load(_ file: Data, layout: ModelLayout) throws -> AtomicStoreDocument {
        let members = try BinaryPropertyListReader.read(file)
        let metadata = try metadata(members)
        guard let records = members[Key.records]?.data else {
            throw AtomicStoreFault("it has no records")
        }
        guard members[Key.checksum]?.integer == Self.checksum(of: records) else {
            throw AtomicStoreFault("the checksum of its records is another one")
        }
        return try BinaryStoreReader(layout: layout).document(
            try BinaryPropertyListReader.read(records), metadata)
    }

    public func save(_ document: AtomicStoreDocument, layout: ModelLayout) throws -> Data {
        let records = BinaryPropertyListWriter.write(
            try BinaryStoreWriter(layout: layout).records(of: document))
        return file(records, document.metadata)
    }

    func file(_ file: Data, with metadata: PersistentStoreMetadata) throws -> Data {
        let members = try BinaryPropertyListReader.read(file)
        return self.file(members[Key.records]?.data ?? Data(), metadata)
    }

    private func file(_ records: Data, _ metadata: PersistentStoreMetadata) -> Data {
        BinaryPropertyListWriter.write(
            .dictionary([
                Key.format: .integer(Self.version),
                Key.identifier: .string(metadata.identifier),
                Key.metadata: .dictionary(metadata.contents.members),
                Key.records: .data(records),
                Key.checksum: .integer(Self.checksum(of: records)),
            ]))
    }

    private func metadata(_ members: PropertyListValue) throws -> PersistentStoreMetadata {
        guard let version = members[Key.format]?.integer else {
            throw AtomicStoreFault("it is no binary store of this library’s")
        }
        guard version == Self.version else {
            throw AtomicStoreFault("it has version \(version) of the format, which is not known")
        }
        guard let identifier = members[Key.identifier]?.string,
            let metadata = members[Key.metadata]?.dictionary
        else { throw AtomicStoreFault("it has no metadata") }
        return PersistentStoreMetadata(
            StoreMetadata(identifier: identifier.uppercased(), members: metadata))
    }

    private static func checksum(of data: Data) -> Int64 {
        // zlib counts the bytes of one call in 32 bits.
        var checksum = crc32(0, nil, 0)
        var rest = data[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(1 << 24))
            checksum = crc32(checksum, part, UInt32(part.count))
            rest = rest.dropFirst(part.count)
        }
        return Int64(checksum)
    }
}
