import Synchronization

/// The factories of all kinds of store: the library's own, and those that others have made known.
enum StoreRegistry {
    private static let registered = Mutex<[StoreType: any PersistentStoreFactory]>([:])

    private static let own: [StoreType: any PersistentStoreFactory] = [
        .sqlite: SQLiteStoreFactory(), .inMemory: MemoryStoreFactory(),
        .binary: AtomicStoreFactory(format: BinaryStoreFormat()),
        .xml: AtomicStoreFactory(format: XMLStoreFormat()),
    ]

    /// - Throws: `PersistenceError.misuse` if nobody has made the kind known.
    static func factory(of type: StoreType) throws -> any PersistentStoreFactory {
        guard let factory = own[type] ?? registered.withLock({ $0[type] }) else {
            throw PersistenceError.misuse("There is no store of the type \(type)")
        }
        return factory
    }

    /// The kind of store that an address leads to, with its factory.
    ///
    /// - Throws: `PersistenceError.misuse` if nobody has made its scheme known.
    static func kind(
        at location: StoreLocation
    ) throws -> (type: StoreType, factory: any PersistentStoreFactory) {
        let kinds = registered.withLock { $0 }.sorted { $0.key.rawValue < $1.key.rawValue }
        guard let scheme = location.scheme,
            let kind = kinds.first(where: {
                own[$0.key] == nil && $0.value.schemes.contains(scheme)
            })
        else { throw PersistenceError.misuse("No kind of store is known for \(location)") }
        return (kind.key, kind.value)
    }

    static func format(of type: StoreType) -> (any AtomicStoreFormat)? {
        let factory = own[type] ?? registered.withLock { $0[type] }
        return (factory as? AtomicStoreFactory)?.format
    }

    /// The format that the first bytes of a file are of.
    static func format(ofFileThatBegins bytes: [UInt8]) -> (any AtomicStoreFormat)? {
        let others = registered.withLock { $0 }.sorted { $0.key.rawValue < $1.key.rawValue }
            .compactMap { ($0.value as? AtomicStoreFactory)?.format }
        return (others + [BinaryStoreFormat(), XMLStoreFormat()])
            .first { $0.recognizes(bytes) }
    }

    static func set(_ factory: any PersistentStoreFactory, _ type: StoreType) {
        registered.withLock { $0[type] = factory }
    }

    static func remove(_ type: StoreType) {
        registered.withLock { $0[type] = nil }
    }
}

extension PersistentStoreCoordinator {
    /// Makes a kind of store known to the whole process: containers open stores of the type, and
    /// addresses of the factory's schemes, by the factory. The library's own types stay what they are.
    public static func registerStoreFactory(
        _ factory: any PersistentStoreFactory, forStoreType type: StoreType
    ) {
        StoreRegistry.set(factory, type)
    }

    /// Makes a format of one's own known to the whole process: containers open stores of the type as
    /// atomic stores then. The library's own types stay what they are.
    public static func registerStoreClass(
        _ format: any AtomicStoreFormat, forStoreType type: StoreType
    ) {
        StoreRegistry.set(AtomicStoreFactory(format: format), type)
    }

    /// Forgets a kind of store. Stores that are open stay open.
    public static func unregisterStoreClass(forStoreType type: StoreType) {
        StoreRegistry.remove(type)
    }
}
