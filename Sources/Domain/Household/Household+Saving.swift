public import Foundation
public import Persistence

extension Household {
    /// Saves a context. Every save of the application goes through here, where the
    /// sections see to it, and what imports keep of a person goes with them.
    ///
    /// - Throws: what `ManagedObjectContext.save()` throws, and errors of the file system. Nothing is
    ///   saved then: what can fail besides the save is done before it, or again until it succeeds.
    public func save(_ context: ManagedObjectContext) throws {
        try save(context, preparing: {})
    }

    /// Saves a context, and just before writes something that changes no record.
    ///
    /// - Parameter forgetsPersons: whether imports forget at once what they keep of persons who are removed:
    ///   all but one that takes back what it has made. Default: true.
    /// - Throws: as above, and what the closure throws.
    func save(
        _ context: ManagedObjectContext, forgetsPersons: Bool = true, preparing: () throws -> Void
    ) throws {
        try changingFiles {
            // One save at a time, whichever context it is of.
            try container.write { present in
                // What is read on the way must not wait for readers, who may wait for the end of the save.
                try context.reading(withSessionsOf: present) {
                    try saveInTurn(
                        context, reading: present, forgetsPersons: forgetsPersons, preparing)
                }
            }
        }
    }

    /// Runs a closure that changes records and files that belong to them: a check looks before it or after it.
    ///
    /// - Throws: what the closure throws, and errors of the file system.
    func changingFiles<T>(_ body: () throws -> T) throws -> T {
        try FileLock.whileChanging(directory.images, body)
    }

    private func saveInTurn(
        _ context: ManagedObjectContext, reading present: ManagedObjectContext,
        forgetsPersons: Bool, _ preparing: () throws -> Void
    ) throws {
        try activities.begin(context)
        context.processPendingChanges()
        let deleted = context.deletedCustomers
        let save = PendingSave(of: context, reading: present, at: now())
        for step in saveSteps { try step(save) }
        changes.sign(context)
        try erasure.add(deleted)
        try changes.inTurn {
            try preparing()
            try save.run()
        }
        // The persons are gone, whether or not all that is known of them can be removed at once.
        guard forgetsPersons else { return }
        unfinished.attempt { [weak self] in try self?.forgetFiles(ofPersons: deleted) }
    }

    /// What the sections see to before a save, in this order: rules that take what others have saved by then,
    /// numbers without gaps, and files. What follows from a record and what belongs to it alone is in its
    /// `willSave()` and its like.
    private var saveSteps: [(PendingSave) throws -> Void] {
        [
            GroceryStep.record, Item.unmarkItemsOfDeletedLines, Customer.updateFigures,
            Placement.settle, Item.settleUnsettled, ItemNumbering.numberNewItems,
            ValueRecord.record, SaleNumbering.keepNumbers, NumberSeries.keepCounts,
            importWork.bases.raise,
            shopCurrency.follow, itemImages.followDeletions, activities.keepValues,
        ]
    }

    /// Saves a context in which the picture of an item changed, and the original with it.
    ///
    /// - Parameters:
    ///   - key: the item's key.
    ///   - file: a file in the data directory, which moves; nil to have no original.
    /// - Throws: what `ManagedObjectContext.save()` throws, and errors of the file system. The
    ///   former original is there again then.
    public func save(
        _ context: ManagedObjectContext, replacingImageOf key: UUID, with file: String?
    ) throws {
        try itemImages.replace(key, with: file) { try save(context) }
    }
}
