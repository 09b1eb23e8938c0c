import Synchronization

/// The kinds of store that the application has made known.
enum StoreRegistry {
    private enum Kind: Sendable {
        case atomic(any AtomicStoreFormat)
        case incremental(any IncrementalStore.Type)
    }

    private static let kinds = Mutex<[StoreType: Kind]>([:])

    static func format(of type: StoreType) -> (any AtomicStoreFormat)? {
        switch type {
        case .binary: return BinaryStoreFormat()
        case .xml: return XMLStoreFormat()
        default:
            if case .atomic(let format)? = kinds.withLock({ $0[type] }) { return format }
            return nil
        }
    }

    /// The format that the first bytes of a file are of.
    static func format(ofFileThatBegins bytes: [UInt8]) -> (any AtomicStoreFormat)? {
        let registered = kinds.withLock { $0 }.sorted { $0.key.rawValue < $1.key.rawValue }
            .compactMap { kind -> (any AtomicStoreFormat)? in
                if case .atomic(let format) = kind.value { format } else { nil }
            }
        return (registered + [BinaryStoreFormat(), XMLStoreFormat()])
            .first { $0.recognizes(bytes) }
    }

    static func incrementalStore(of type: StoreType) -> (any IncrementalStore.Type)? {
        if case .incremental(let store)? = kinds.withLock({ $0[type] }) { store } else { nil }
    }

    static func set(_ format: any AtomicStoreFormat, _ type: StoreType) {
        kinds.withLock { $0[type] = .atomic(format) }
    }

    static func set(_ store: any IncrementalStore.Type, _ type: StoreType) {
        kinds.withLock { $0[type] = .incremental(store) }
    }

    static func remove(_ type: StoreType) {
        kinds.withLock { $0[type] = nil }
    }
}

extension PersistentStoreCoordinator {
    /// Makes a format of one's own known to the whole process: containers open stores of the type as
    /// atomic stores then. The library's own types stay what they are.
    public static func registerStoreClass(
        _ format: any AtomicStoreFormat, forStoreType type: StoreType
    ) {
        StoreRegistry.set(format, type)
    }

    /// Makes an incremental store of one's own known to the whole process: containers open stores of
    /// the type with the class then. The library's own types stay what they are.
    public static func registerStoreClass(
        _ storeClass: any IncrementalStore.Type, forStoreType type: StoreType
    ) {
        StoreRegistry.set(storeClass, type)
    }

    /// Forgets a kind of store. Stores that are open stay open.
    public static func unregisterStoreClass(forStoreType type: StoreType) {
        StoreRegistry.remove(type)
    }
}
