/// Makes stores in memory.
struct MemoryStoreFactory: PersistentStoreFactory {
    func openStore(_ opening: StoreOpening) -> any PersistentStore {
        MemoryStore(layout: opening.layout, storeIndex: opening.storeIndex)
    }
}
