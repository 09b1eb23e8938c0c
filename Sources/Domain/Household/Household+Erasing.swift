import Foundation
import Persistence
import Synchronization

extension Household {
    /// Whether something of a person who was removed is still in the files. It stays so until
    /// ``eraseTraces()`` has succeeded, whether the program ends meanwhile or not.
    public var hasTraces: Bool { erasure.pending != nil }

    /// Takes what was deleted out of the files of the data directory: to be called after the save
    /// that removed, deleted or merged a person, and again until nothing is left.
    ///
    /// Deleted records are overwritten with zeros when they are deleted. What is left is who changed
    /// what of them, old and new values included, which is forgotten here; the letters of their texts in the
    /// full-text indexes, which are written again; the log, which is emptied; the copy from before the last
    /// migration, which is removed; and what imports keep of a person, where the save could not remove it.
    /// - Returns: whether nothing is left. Someone who reads an older state keeps the log.
    /// - Throws: errors of the store and of the file system.
    @discardableResult
    public func eraseTraces() async throws -> Bool {
        let (numbers, noted) = (erasure.pending, try erasure.noted())
        let isLogEmpty = try await container.write { [self, container, changes] context in
            let removed = try (numbers ?? []).filter {
                try $0 != PendingErasure.names && Customer.find($0, in: context) == nil
            }
            try forgetFiles(ofPersons: Array(removed), writtenUntil: noted)
            try changes.inTurn(of: context) {
                try context.deleteHistory(
                    of: removed.map {
                        try context.coordinator.objectID(entityName: "Customer", recordNumber: $0)
                    }) > 0
            }
            // Once is enough: while somebody keeps the log, this is tried again and again.
            let persons = Set(numbers ?? [])
            let isNew = erasure.erasedTexts.withLock {
                persons.contains(PendingErasure.names) || !persons.isSubset(of: $0)
            }
            if isNew { try container.eraseDeletedTexts() }
            erasure.erasedTexts.withLock { $0.formUnion(persons) }
            return try container.checkpoint()
        }
        try removeCopy()
        guard isLogEmpty else { return false }
        try erasure.settle(numbers)
        return true
    }

    /// Forgets what files keep of persons who are removed: what imports do, and all that undoes changes, which
    /// may name them.
    ///
    /// - Parameters:
    ///   - numbers: their record numbers.
    ///   - limit: what waits, or undoes something, stays if it was written later. Default: nil, for all of it.
    /// - Throws: errors of the file system.
    func forgetFiles(ofPersons numbers: [Int64], writtenUntil limit: Date? = nil) throws {
        guard !numbers.isEmpty else { return }
        try imports.forgetPersons(numbers, writtenUntil: limit)
        try undoFiles.forgetAll(writtenUntil: limit)
    }

    private func removeCopy() throws {
        guard !directory.isShared else { return }
        let store = URL(fileURLWithPath: directory.store)
        let name = store.deletingPathExtension().lastPathComponent + "-before-migration"
        let files = FileManager.default
        for file in try files.contentsOfDirectory(atPath: directory.path)
        where file.hasPrefix(name) || file.hasPrefix(".\(name)") {
            try files.removeItem(atPath: "\(directory.path)/\(file)")
        }
    }
}
