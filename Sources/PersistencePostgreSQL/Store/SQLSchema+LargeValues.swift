import Persistence

extension SQLSchema {
    /// The statements that let large values lie uncompressed in chunks of their own, so that pieces of them are
    /// read without the rest.
    var largeValueStatements: [String] {
        layout.entities.flatMap { entity in
            entity.slots.filter {
                $0.declaringEntityNumber == entity.number && $0.isStoredExternally
            }.compactMap { slot in
                self[entity].columns[slot.number].map {
                    "ALTER TABLE \(self[entity].table) ALTER COLUMN \($0) SET STORAGE EXTERNAL"
                }
            }
        }
    }
}
