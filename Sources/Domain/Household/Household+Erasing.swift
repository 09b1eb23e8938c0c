import Foundation
import Persistence
import Synchronization

extension Household {
    /// Whether the files still contain data of an erased person: until ``erasePersonalData()`` has
    /// succeeded, even after a restart.
    public var hasPendingErasure: Bool { erasure.pending != nil }

    /// Erases deleted data from the files of the data directory. Call it after the save that
    /// removed, deleted or merged a person, and again until it is complete.
    ///
    /// Deleted records are overwritten with zeros on deletion. This erases the rest: the history of
    /// the person's records with old and new values, the texts in the full-text indexes, the log,
    /// the copy from before the last migration, and the parts of imports that name the person.
    /// - Returns: whether it is complete. A reader of an older state keeps the log.
    /// - Throws: errors of the store and of the file system.
    @discardableResult
    public func erasePersonalData() async throws -> Bool {
        let (numbers, noted) = (erasure.pending, try erasure.noted())
        @Sendable func removed(in context: ManagedObjectContext) throws -> [Int64] {
            try (numbers ?? []).filter {
                try $0 != PendingErasure.names && Customer.find($0, in: context) == nil
            }
        }
        @Sendable func forgottenParts(in context: ManagedObjectContext) throws -> [String] {
            // Those of unreadable records may name the persons.
            try unneededParts(in: context, includingUnreadable: !removed(in: context).isEmpty)
        }
        try await container.write { [self] context in
            try forgetImports(ofPersons: removed(in: context), writtenUntil: noted)
        }
        // In turns, so that others save in between.
        while try await container.write({ [self] context in
            guard let id = try forgottenParts(in: context).first else { return false }
            _ = try deleteSomeSteps(.key("series") == id, in: context)
            return true
        }) {}
        let isLogEmpty = try await container.write { [self, container, changes] context in
            // Again, for an import may have ended meanwhile.
            let removed = try removed(in: context)
            try forgetImports(ofPersons: removed, writtenUntil: noted)
            for id in try forgottenParts(in: context) { try removeParts(of: id) }
            try changes.inTurn(of: context) {
                try context.deleteHistory(
                    of: removed.map {
                        try context.coordinator.objectID(entityName: "Customer", recordNumber: $0)
                    }) > 0
            }
            // Once is enough: while the log is kept, this is called again and again.
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
        try erasure.remove(numbers)
        return true
    }

    /// Removes data of erased persons from the records of imports, and waiting files.
    /// ``erasePersonalData()`` deletes the parts.
    ///
    /// - Parameters:
    ///   - numbers: their record numbers.
    ///   - limit: files of waiting imports that were written later stay. Default: nil, for none.
    /// - Throws: errors of the store and of the file system.
    func forgetImports(ofPersons numbers: [Int64], writtenUntil limit: Date? = nil) throws {
        guard !numbers.isEmpty else { return }
        try container.write { context in
            for record in try ImportRecord.all(in: context) {
                // The file may be imported again at the moment.
                try record.forgetting(numbers)?.keep(in: context, replacingEarlier: false)
            }
            if context.hasChanges { try save(context) }
        }
        try imports.forgetPersons(writtenUntil: limit)
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
