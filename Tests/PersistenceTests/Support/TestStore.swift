import Foundation
import ObjectModel
import Persistence
import Testing

#if POSTGRESQL
    import PersistencePostgreSQL
    import PostgreSQLServer
#endif

/// The stores that the conformance suite runs on.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case sqlite, inMemory, binary, xml
    #if POSTGRESQL
        case postgreSQL

        // The other stores are tested without a server.
        static let allCases: [StoreKind] = [.postgreSQL]
    #else
        static let allCases: [StoreKind] = [.sqlite, .inMemory, .binary, .xml]
    #endif

    /// The store for tests that need not run on every store.
    static var usual: StoreKind { allCases[0] }
    /// The store for tests that do not depend on it.
    static var cheapest: StoreKind { allCases.contains(.inMemory) ? .inMemory : usual }

    var testDescription: String { rawValue }

    #if POSTGRESQL
        /// The same schema for the same directory.
        fileprivate static func schema(for directory: String) -> String {
            "l" + directory.suffix(36).lowercased().replacing("-", with: "_")
        }
    #endif

    func description(in directory: String) throws -> StoreDescription {
        switch self {
        #if POSTGRESQL
            case .postgreSQL:
                return .postgreSQL(
                    try TestServer.shared().address(ofSchema: Self.schema(for: directory)))
        #endif
        case .sqlite: return .sqlite(path: directory + "/Library.sqlite")
        case .inMemory: return .inMemory
        case .binary: return .binary(path: directory + "/Library.binary")
        case .xml: return .xml(path: directory + "/Library.xml")
        }
    }
}

/// A library in a separate store, which is removed with it.
final class TestLibrary {
    private(set) var container: PersistentContainer
    let directory: String
    private let kind: StoreKind
    private var open: (StoreDescription) throws -> PersistentContainer

    init(_ kind: StoreKind) throws {
        self.kind = kind
        open = { store in
            try PersistentContainer(
                model: Library.model, classes: Library.classes, store: store,
                transformers: ["Reversing": ReversingTransformer()])
        }
        directory = try Self.makeDirectory()
        container = try open(try kind.description(in: directory))
    }

    /// A store of another model, with plain managed objects.
    init(_ kind: StoreKind, model: ManagedObjectModel) throws {
        self.kind = kind
        open = { try PersistentContainer(model: model, store: $0) }
        directory = try Self.makeDirectory()
        container = try open(try kind.description(in: directory))
    }

    func context() -> ManagedObjectContext { ManagedObjectContext(container) }

    /// Closes a store with a file and opens it again; an in-memory store is kept.
    func reopen() throws {
        guard kind != .inMemory else { return }
        try container.close()
        container = try open(try kind.description(in: directory))
    }

    /// Runs a statement in a store of the usual kind, like another program.
    func runForeign(_ sql: String) throws {
        #if POSTGRESQL
            try TestServer.shared().run(
                "SET search_path TO \(StoreKind.schema(for: directory)); \(sql)")
        #else
            try RawDatabase(directory + "/Library.sqlite").run(sql)
        #endif
    }

    /// The faults of the store.
    func faults() throws -> [String] {
        try StoreCheck.faults(at: kind.description(in: directory).location)
    }

    /// Reopens a store with another version of its model, which migrates it, and with other
    /// options.
    func reopen(
        as model: ManagedObjectModel, _ setOptions: @escaping (inout StoreDescription) -> Void
    ) throws {
        open = { store in
            var store = store
            setOptions(&store)
            return try PersistentContainer(model: model, store: store)
        }
        try reopen()
    }

    private static func makeDirectory() throws -> String {
        let directory = NSTemporaryDirectory() + "library-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        return directory
    }

    deinit {
        do {
            try container.close()
            try FileManager.default.removeItem(atPath: directory)
        } catch {
            Issue.record("The store cannot be taken down: \(error)")
        }
    }

    /// Saves an author with books, and returns the IDs, the author's first.
    @discardableResult
    func save(author name: String, titles: [String]) throws -> [ManagedObjectID] {
        let context = context()
        let author = Author(context: context)
        author.name = name
        let books = titles.map { title in
            let book = Book(context: context)
            book.title = title
            book.author = author
            return book
        }
        try context.save()
        return [author.objectID] + books.map(\.objectID)
    }
}

/// All objects of a class, sorted by a key.
func all<Object: ManagedObject>(
    _ type: Object.Type, by key: String, in context: ManagedObjectContext
) throws -> [Object] {
    var request = FetchRequest<Object>()
    request.sortDescriptors = [FetchSortDescriptor(key)]
    return try context.fetch(request)
}

/// The validation errors of a save that must be refused.
func faults(_ body: () throws -> Void) -> [ValidationFault] {
    do {
        try body()
        Issue.record("The save was not refused")
        return []
    } catch PersistenceError.validation(let faults) {
        return faults
    } catch {
        Issue.record("Refused for another reason: \(error)")
        return []
    }
}

extension ManagedObjectContext {
    /// The object with an ID, which must exist and be of the class.
    func existing<Object: ManagedObject>(
        _ id: ManagedObjectID, as type: Object.Type
    ) throws
        -> Object
    {
        try #require(try existingObject(with: id) as? Object)
    }
}
