/// Opens incremental stores of a class.
struct IncrementalStoreFactory: PersistentStoreFactory {
    let storeClass: any IncrementalStore.Type

    func openStore(_ opening: StoreOpening) throws -> any PersistentStore {
        try IncrementalStoreAccess(
            storeClass, opening.description, opening.layout, storeIndex: opening.storeIndex)
    }
}
