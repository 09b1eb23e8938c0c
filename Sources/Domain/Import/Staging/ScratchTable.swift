import Foundation
import ObjectModel
import Persistence
import Synchronization

/// Records in an SQLite file that is thrown away: one without a name, which the system removes with
/// the program, or one that waits in ``Imports``.
///
/// A record is found by its position, from 0. Memory does not grow with their number.
final class ScratchTable: Sendable {
    /// The error for a file that was erased meanwhile, or that another version has written.
    struct Gone: Error {}

    private static let entity = "Record"
    private static let head = "Head"
    static let position = "recordPosition"
    private static let batchSize = 128
    /// The folder in which a file is made, and the start of its name there.
    private static let prefix = "homeowner-rows-"
    private static var parent: String { FileManager.default.temporaryDirectory.path }

    private let coordinator: PersistentStoreCoordinator
    /// The file, if it can be written.
    private let file: FileHandle?
    /// The names of all attributes.
    private let keys: [String]
    /// The records that were read last, from a position.
    private let batch = Mutex<(start: Int, records: [FetchedDictionary])>((-1, []))

    /// Makes an empty table.
    ///
    /// - Parameters:
    ///   - attributes: the attributes of a record, besides its position.
    ///   - order: the attribute that the records are also read by; nil for none. Default: nil.
    /// - Throws: ``FileError``, and errors of the store.
    convenience init(_ attributes: [AttributeDescription], by order: String? = nil) throws {
        let folder = "\(Self.parent)/\(Self.prefix)\(UUID().uuidString)"
        guard mkdir(folder, 0o700) == 0 else { throw FileError(path: folder, code: errno) }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var record = EntityDescription(Self.entity)
        record.attributes = [AttributeDescription(Self.position, .integer64)] + attributes
        record.indexes = [[Self.position], order.map { [$0, Self.position] }].compactMap { names in
            names.map { FetchIndexDescription($0[0], elements: $0.map { .init(propertyName: $0) }) }
        }
        var head = EntityDescription(Self.head)
        head.attributes = [AttributeDescription("text", .string)]
        var store = StoreDescription.sqlite(path: folder + "/records")
        store.sqlite.journalMode = .memory
        store.sqlite.cacheSize = 1_024
        try self.init(
            store, ModelLayout(ManagedObjectModel(entities: [record, head])), isWritable: true)
        // The connection for reading needs the file's name.
        _ = try records(where: nil, limit: 1)
    }

    /// Opens the table in a file.
    ///
    /// - Throws: ``Gone``, and errors of the file system.
    convenience init(readingAt path: String) throws {
        // A fault of the system is told from a file with something else.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(descriptor) }
        var store = StoreDescription.sqlite(path: path)
        store.isReadOnly = true
        do {
            try self.init(
                store, ModelLayout(PersistentStoreCoordinator.storedModel(at: path)),
                isWritable: false)
        } catch let error as PersistenceError where error.saysTableIsGone { throw Gone() }
    }

    private init(_ store: StoreDescription, _ layout: ModelLayout, isWritable: Bool) throws {
        let attributes = layout.model[Self.entity]?.attributes ?? []
        keys = attributes.map(\.name)
        let opened = try SQLiteStore(store, layout: layout, readerCount: 1)
        coordinator = PersistentStoreCoordinator(layout: layout, stores: [opened])
        file =
            isWritable
            ? try FileHandle(forReadingFrom: URL(fileURLWithPath: store.path)) : nil
    }

    deinit { try? coordinator.close() }

    /// Removes the folders of tables that programs were making when they were killed.
    ///
    /// - Throws: errors of the file system.
    static func sweep(now: Date = Date()) throws {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: parent) where name.hasPrefix(prefix) {
            let folder = "\(parent)/\(name)"
            guard let date = try FileTime.modification(at: folder),
                now.timeIntervalSince(date) > Imports.longestWait
            else { continue }
            // It may be another user's.
            try? files.removeItem(atPath: folder)
        }
    }

    // MARK: - Writing

    /// Adds records, each with its position.
    ///
    /// - Throws: errors of the store.
    func append(_ records: [[String: any Sendable]]) throws {
        try insert(records, into: Self.entity)
    }

    private func insert(_ objects: [[String: any Sendable]], into entity: String) throws {
        try ManagedObjectContext(coordinator).execute(
            BatchInsertRequest(entityName: entity, objects: objects))
    }

    /// Sets an attribute of some records.
    ///
    /// - Throws: errors of the store.
    func set(_ key: String, to value: Int, at positions: [Int]) throws {
        var request = BatchUpdateRequest(entityName: Self.entity)
        request.predicate = FetchExpression.key(Self.position).isIn(positions)
        request.propertiesToUpdate = [key: .value(value)]
        try ManagedObjectContext(coordinator).execute(request)
    }

    /// Copies the table to a file, with a description in place of a former one.
    ///
    /// - Throws: errors of the store and of the file system.
    func copy(to target: FileHandle, describedBy text: String) throws {
        guard let file else { throw Gone() }
        try ManagedObjectContext(coordinator).execute(BatchDeleteRequest(entityName: Self.head))
        try insert([["text": text]], into: Self.head)
        try file.seek(toOffset: 0)
        while let piece = try file.read(upToCount: 1 << 16), !piece.isEmpty {
            try target.write(contentsOf: piece)
        }
    }

    // MARK: - Reading

    /// The description of a table in a file.
    ///
    /// - Throws: ``Gone``.
    func description() throws -> String {
        let request = DictionaryFetchRequest(
            entityName: Self.head, columns: [("text", .key("text"))])
        guard let text = try fetch(request).first?["text"]?.stringValue else { throw Gone() }
        return text
    }

    /// The record at a position. Reading positions one after the other is fast; any other record is
    /// read alone, because it may contain a picture.
    ///
    /// - Throws: ``Gone``.
    func record(at position: Int) throws -> FetchedDictionary {
        let record = try batch.withLock { batch in
            let next = batch.start + batch.records.count
            if !(batch.start..<next).contains(position) {
                let end = position + (position == next ? Self.batchSize : 1)
                let key = FetchExpression.key(Self.position)
                batch = (position, try records(where: key >= position && key < end))
            }
            let index = position - batch.start
            return batch.records.indices.contains(index) ? batch.records[index] : nil
        }
        guard let record else { throw Gone() }
        return record
    }

    /// The records that fulfill a condition.
    ///
    /// - Parameters:
    ///   - order: the attributes to sort by before the position. Default: none.
    ///   - offset: the number of records before the first one. Default: 0.
    ///   - limit: the maximum number of records; 0, the default, for all.
    /// - Throws: ``Gone``.
    func records(
        where predicate: FetchPredicate?, by order: [FetchSortDescriptor] = [],
        from offset: Int = 0, limit: Int = 0
    ) throws -> [FetchedDictionary] {
        var request = DictionaryFetchRequest(
            entityName: Self.entity, columns: keys.map { ($0, .key($0)) })
        request.predicate = predicate
        request.sortDescriptors = order + [FetchSortDescriptor(Self.position)]
        request.fetchOffset = offset
        request.fetchLimit = limit
        return try fetch(request)
    }

    /// The number of records that fulfill a condition.
    ///
    /// - Throws: errors of the store.
    func count(where predicate: FetchPredicate?) throws -> Int {
        var request = FetchRequest<ManagedObject>(entityName: Self.entity)
        request.predicate = predicate
        return try ManagedObjectContext(coordinator).count(for: request)
    }

    /// The different values of an attribute.
    ///
    /// - Throws: ``Gone``.
    func values(of key: String) throws -> [AttributeValue] {
        var request = DictionaryFetchRequest(entityName: Self.entity, columns: [(key, .key(key))])
        request.returnsDistinctResults = true
        return try fetch(request).compactMap { $0[key] }
    }

    private func fetch(_ request: DictionaryFetchRequest) throws -> [FetchedDictionary] {
        do {
            return try ManagedObjectContext(coordinator).fetchDictionaries(request)
        } catch let error as PersistenceError where error.saysTableIsGone { throw Gone() }
    }
}

extension PersistenceError {
    /// Whether a file has no readable table, because it was erased or has another format, unlike a
    /// fault of the system.
    fileprivate var saysTableIsGone: Bool {
        switch self {
        // Memory, input and output, a full disk, an unopened file.
        case .sqlite(let code, _, _, _): ![7, 10, 13, 14].contains(code & 0xFF)
        case .cannotOpen(_, .noPermission), .cannotOpen(_, .noSpace): false
        default: true
        }
    }
}

extension ScratchTable {
    /// The value of an attribute; null for nil.
    static func value(_ value: (any Sendable)?) -> any Sendable { value ?? AttributeValue.null }

    /// The value of an attribute with JSON; null for nil.
    ///
    /// - Throws: errors of the encoder.
    static func json(_ value: (some Encodable)?) throws -> any Sendable {
        self.value(try value.map { try JSONText.of($0) })
    }
}

extension FetchedDictionary {
    /// The position of a record in a ``ScratchTable``.
    var position: Int { integer(ScratchTable.position) }

    /// A whole number; 0 for none.
    func integer(_ key: String) -> Int { Int(self[key]?.integerValue ?? 0) }

    /// The value of an attribute with JSON; nil for null.
    ///
    /// - Throws: errors of the decoder.
    func json<Value: Decodable>(_ key: String) throws -> Value? {
        try self[key]?.stringValue.map { try JSONText.value($0) }
    }
}
