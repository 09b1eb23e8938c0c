import CZlib
public import Foundation
public import ObjectModel

/// The row of `Z_MODELCACHE`: the model that a store was written with, as a compressed keyed
/// archive.
enum StoreModelCache {
    private static let maximumLength = 64 << 20

    /// The model in the store; nil if it contains none.
    ///
    /// - Throws: `PersistenceError.corruptStore` if it is malformed.
    static func read(_ connection: Connection) throws -> ManagedObjectModel? {
        guard let content = try content(connection) else { return nil }
        do {
            return try decode(content)
        } catch {
            throw PersistenceError.corruptStore(
                path: connection.path, reason: "Z_MODELCACHE cannot be read: \(error)")
        }
    }

    /// The model in the store; nil if it contains none, or a malformed one.
    static func readable(_ connection: Connection) throws -> ManagedObjectModel? {
        do {
            return try read(connection)
        } catch PersistenceError.corruptStore {
            return nil
        }
    }

    /// The content of the row; nil without one.
    static func content(_ connection: Connection) throws -> Data? {
        let hasTable =
            try connection.integer("SELECT 1 FROM sqlite_master WHERE name = 'Z_MODELCACHE'") != nil
        guard hasTable else { return nil }
        let sql = "SELECT Z_CONTENT FROM Z_MODELCACHE WHERE Z_CONTENT IS NOT NULL LIMIT 1"
        return try connection.withStatement(sql) { statement in
            try statement.step() ? SQLValue(statement.handle, 0).data : nil
        }
    }

    static func insert(_ model: ManagedObjectModel, _ connection: Connection) throws {
        try insert(encode(model), connection)
    }

    /// Inserts the row of a new store with an encoded model.
    static func insert(_ content: Data, _ connection: Connection) throws {
        try connection.withStatement("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)") {
            statement in
            try content.withUnsafeBytes { try statement.bind($0, at: 1) }
            try statement.run()
        }
    }

    static func encode(_ model: ManagedObjectModel) throws -> Data {
        var encoder = ModelCacheEncoder(model)
        return try Deflate.compress(encoder.encode())
    }

    static func decode(_ content: Data) throws -> ManagedObjectModel {
        let archive = try Deflate.decompress(content, limit: maximumLength)
        return try ModelCacheDecoder(try KeyedArchiveReader(archive)).decode()
    }
}

extension ManagedObjectModel {
    /// Encodes the model for a store's `Z_MODELCACHE`.
    package func modelCache() throws -> Data { try StoreModelCache.encode(self) }

    /// Decodes a model from a store's `Z_MODELCACHE`.
    ///
    /// - Throws: an error with the reason why the data is not a model.
    public init(modelCache: Data) throws {
        self = try StoreModelCache.decode(modelCache)
    }
}

/// Raw DEFLATE data, without the header of zlib or gzip.
enum Deflate {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let windowBits: Int32 = -15
    private static let chunkSize = 1 << 16

    static func compress(_ data: Data) throws -> Data {
        var stream = z_stream()
        let code = deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY,
            ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else { throw Failure(description: "zlib cannot begin: \(code)") }
        defer { deflateEnd(&stream) }
        return try output(of: &stream, over: data, limit: .max) { deflate($0, Z_FINISH) }
    }

    /// - Parameter limit: the greatest number of decompressed bytes; more is an error.
    static func decompress(_ data: Data, limit: Int) throws -> Data {
        var stream = z_stream()
        let code = inflateInit2_(
            &stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else { throw Failure(description: "zlib cannot begin: \(code)") }
        defer { inflateEnd(&stream) }
        return try output(of: &stream, over: data, limit: limit) { inflate($0, Z_NO_FLUSH) }
    }

    private static func output(
        of stream: inout z_stream, over data: Data, limit: Int,
        _ step: (UnsafeMutablePointer<z_stream>) -> Int32
    ) throws -> Data {
        var input = Array(data)
        var output = Data()
        var chunk = [UInt8](repeating: 0, count: chunkSize)
        try input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(clamping: input.count)
            var code = Z_OK
            while code != Z_STREAM_END {
                code = chunk.withUnsafeMutableBufferPointer { chunk in
                    stream.next_out = chunk.baseAddress
                    stream.avail_out = UInt32(chunk.count)
                    return step(&stream)
                }
                let count = chunkSize - Int(stream.avail_out)
                output += chunk[..<count]
                guard code == Z_OK || code == Z_STREAM_END, count > 0 || code == Z_STREAM_END else {
                    throw Failure(description: "the compressed data is damaged")
                }
                guard output.count <= limit else {
                    throw Failure(description: "the compressed data holds more than \(limit) bytes")
                }
            }
        }
        return output
    }
}
