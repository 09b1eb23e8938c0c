/// What stands in the place of a store that was removed from its coordinator: it has no records, and
/// takes none.
final class RemovedStore: PersistentStore {
    /// None: another store may have the one that this one had.
    let identifier = ""
    let path: String?
    let location: StoreLocation
    let isReadOnly = true
    let changeCount: Int
    /// Those of the store that was removed.
    let formerHomes: StoreHomes
    private let contents: MemoryContents

    init(_ store: any PersistentStore, at index: Int, layout: ModelLayout) {
        path = store.path
        location = store.location
        changeCount = store.changeCount
        formerHomes = store.homes
        contents = MemoryContents(
            MemoryState(layout: layout),
            homes: StoreHomes(layout: layout, storeIdentifier: "", storeIndex: index))
    }

    var homes: StoreHomes { contents.homes }

    func withReadSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        try contents.withReadSession(body)
    }

    func withWriteSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        throw PersistenceError.misuse("The store \(location) was removed")
    }

    func close() throws {}
}
