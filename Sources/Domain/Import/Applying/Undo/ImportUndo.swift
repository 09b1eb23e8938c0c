import Foundation
import Persistence

/// The undo of an import, part by part, so that other saves wait for one part only. Later changes
/// prevent it.
///
/// All parts are checked before the first one is undone. A started undo is always completed, if
/// need be at the next start of the program.
struct ImportUndo {
    /// The import was forgotten while it was checked.
    struct Forgotten: Error {}

    let household: Household
    let record: ImportRecord
    /// The lease that keeps other servers from this import.
    let claim: StoreLease
    var progress: ImportProgress?

    /// Checks all parts, and undoes them.
    ///
    /// - Throws: ``Forgotten``, errors of the store and of the file system, and `CancellationError`.
    func run() throws -> Household.UndoResult {
        // An interrupted undo continues without checks.
        if record.work == .undoing {
            try progress?.begin(.takingBack)
            return try finish()
        }
        guard try household.partCount(of: record.id) < 2 else { return try lookAndTakeBack() }
        // A short import is undone in one transaction.
        return try household.container.write(lookAndTakeBack)
    }

    /// - Parameter context: the context that reads; nil for a new context per part.
    private func lookAndTakeBack(
        in context: ManagedObjectContext? = nil
    ) throws -> Household.UndoResult {
        try progress?.begin(.checking)
        let obstacles = try obstacles(in: context)
        guard obstacles.isEmpty else {
            // The removal of a person would be one.
            try household.container.write(requireDone)
            return .refused(record, obstacles: obstacles)
        }
        // The undo cannot be cancelled from here on.
        try progress?.begin(.takingBack)
        try begin()
        return try finish(isFirstAttempt: true)
    }

    /// Records the start of the undo, which protects its parts from the removal of a person.
    private func begin() throws {
        try household.container.write { context in
            try claim.check()
            try requireDone(in: context)
            try household.keep(record.during(.undoing))
        }
    }

    private func requireDone(in context: ManagedObjectContext) throws {
        guard try ImportRecord.find(record.id, in: context)?.state == .done else {
            throw Forgotten()
        }
    }

    /// Runs a closure for each part, the last one first.
    private func forEachPart(_ body: (ImportPart) throws -> Void) throws {
        let count = try household.partCount(of: record.id)
        for index in (0..<count).reversed() {
            try progress?.advance(to: count - index - 1, of: count)
            try body(household.part(at: index, of: record.id))
        }
    }

    /// The obstacles to the undo, one sentence each.
    private func obstacles(in context: ManagedObjectContext?) throws -> [String] {
        let extent = try ImportExtent(of: record.id, in: household)
        var obstacles: [String] = []
        // A value that two parts changed is as the later one left it.
        var later: Set<String> = []
        try forEachPart { part in
            guard obstacles.count < UndoObstacles.mostTexts else { return }
            func find(in context: ManagedObjectContext) throws -> [String] {
                try UndoObstacles(part, of: extent, before: later, in: context).texts
            }
            let found = try context.map(find) ?? household.container.read(find)
            obstacles.insert(contentsOf: found, at: 0)
            later.formUnion(part.changed.flatMap(\.changedKeys))
        }
        return Array(obstacles.prefix(UndoObstacles.mostTexts))
    }

    /// Undoes all parts, the last one first, and keeps the record; that of an import which was not
    /// completed goes. A repeated call continues where the former one stopped.
    ///
    /// - Parameter isFirstAttempt: whether no part is undone yet; otherwise, records that a rule
    ///   protects are left. Default: false.
    /// - Returns: the obstacles if a rule forbids the first step of the first attempt, which then
    ///   changes nothing.
    /// - Throws: errors of the store and of the file system.
    func finish(isFirstAttempt: Bool = false) throws -> Household.UndoResult {
        let isComplete = record.work != .saving
        var (left, numberings): ([String], [ImportPart.Numbering]) = ([], [])
        let extent = try ImportExtent(of: record.id, in: household)
        var isFirst = isFirstAttempt
        do {
            try forEachPart { part in
                try claim.check()
                left += try household.takeBack(
                    part, of: extent, leavingChanged: isComplete, leavingRefused: !isFirst)
                isFirst = false
                if let numbering = part.numbering { numberings.append(numbering) }
            }
        } catch  where isFirst && claim.isHeld && !error.mayBeSaved {
            let record = try endWithoutUndo()
            guard record.state == .done, case PersistenceError.validation(let faults) = error else {
                throw error
            }
            return .refused(record, obstacles: faults.map { "\($0.entity): \($0.reason)." })
        }
        let ended = try household.container.write { context in
            try claim.check()
            let stored = try stored(in: context)
            let ended = stored.ended(
                .undone, leaving: Array(left.prefix(UndoObstacles.mostTexts)))
            if stored.lostPerson == true { try household.erasure.addNames() }
            if isComplete {
                try household.keep(ended)
            } else if let former = numberings.last?.former {
                // The numbers of the removed sales are free, unless another sale was made meanwhile.
                try SaleNumbering.lower(from: numberings.map(\.last), to: former, in: context)
                if context.hasChanges { try household.save(context) }
            }
            return ended
        }
        try household.removeParts(of: record.id)
        if !isComplete {
            try household.container.write { context in
                // The files may have been erased while the record kept the parts.
                if try stored(in: context).lostPerson == true { try household.erasure.addNames() }
                try household.deleteSteps(.key("token") == record.id && .key("expires") == nil)
            }
        }
        return .done(ended)
    }

    /// Ends the work before a part is undone, so that the next start has nothing to continue.
    private func endWithoutUndo() throws -> ImportRecord {
        let ended = try household.container.write { context in
            let stored = try stored(in: context)
            let ended = stored.notUndone
            if stored.lostPerson == true { try household.erasure.addNames() }
            try household.keep(ended)
            return ended
        }
        if !ended.needsParts { try household.removeParts(of: record.id) }
        return ended
    }

    /// The stored record: a person may have been removed since the work began.
    private func stored(in context: ManagedObjectContext) throws -> ImportRecord {
        try ImportRecord.all(of: record.id, in: context).first { $0.date == record.date } ?? record
    }
}

extension Household {
    /// Undoes the saved parts of an import that failed, unless another server works on it, or it has
    /// since restarted.
    ///
    /// - Parameters:
    ///   - begun: the record at its start.
    ///   - claim: the lease of this server on it.
    /// - Throws: errors of the store and of the file system.
    func takeBackParts(of begun: ImportRecord, claimedBy claim: StoreLease) throws {
        guard let claim = try claim.isHeld ? claim : claimImport(begun.id) else { return }
        let records = try container.write { try ImportRecord.all(of: begun.id, in: $0) }
        guard records.contains(where: { $0.date == begun.date && $0.work == .saving }) else {
            return
        }
        _ = try ImportUndo(household: self, record: begun, claim: claim).finish()
    }

    /// - Parameters:
    ///   - extent: the records of all parts.
    ///   - leavingChanged: whether records that were changed since are left. Default: false.
    ///   - leavingRefused: whether records that a rule protects are left. Default: true.
    /// - Returns: the names of the records that are left.
    /// - Throws: errors of the store and of the file system. A repeated call has no effect.
    func takeBack(
        _ part: ImportPart, of extent: ImportExtent, leavingChanged: Bool = false,
        leavingRefused: Bool = true
    ) throws -> [String] {
        var refused: Set<ManagedObjectID> = []
        while true {
            do {
                let left = try container.write { context in
                    try takeBack(
                        part, of: extent, leavingChanged: leavingChanged, except: refused,
                        in: context)
                }
                unfinished.attempt { try PhotoFolder.remove(part.folders ?? []) }
                return left
            } catch PersistenceError.validation(let faults) where leavingRefused {
                let found = Set(faults.map(\.objectID))
                guard !found.isSubset(of: refused) else {
                    throw PersistenceError.validation(faults)
                }
                refused.formUnion(found)
            }
        }
    }

    private func takeBack(
        _ part: ImportPart, of extent: ImportExtent, leavingChanged: Bool,
        except refused: Set<ManagedObjectID>, in context: ManagedObjectContext
    ) throws -> [String] {
        var left: [ManagedObject] = []
        for (object, entry) in try part.changedObjects(in: context) {
            // A sale of the import is deleted or settled with the part that made it; until then its
            // version shows whether others changed it.
            if object is Sale || object is SaleLine, extent.hasMade(object.objectID) { continue }
            guard !refused.contains(object.objectID) else {
                left.append(object)
                continue
            }
            var isChangedSince = false
            for (key, value) in entry.former {
                let present = try StoredValue(key, of: object)
                if try present == entry.new[key] && !value.isGone(in: context) {
                    try value.set(key, of: object, in: context)
                    // The records of its former values go with the import.
                    (object as? Item)?.skipsValueRecord = true
                    if key == "thumbnail" { (object as? Item)?.deleteFirstPhoto(in: context) }
                } else if present != value {
                    isChangedSince = true
                }
            }
            if leavingChanged, isChangedSince { left.append(object) }
        }
        var made = try part.madeObjects(in: context, readsRelated: true)
        let singles = Set(importKinds.compactMap(\.description?.entity))
        let staying = try made.filter { object in
            if refused.contains(object.objectID) { return true }
            // Records that group others get another version whenever these come or go.
            let isSingle = singles.contains(EntityName(object.objectID))
            return try leavingChanged && isSingle && !extent.isAsLeft(object)
        }
        let sales = try CreatedSales(made, of: extent, staying: staying)
        left += sales.staying
        made.removeAll(where: sales.staying.contains)
        let labels = left.map(UndoObstacles.label)
        for object in made { context.delete(object) }
        context.processPendingChanges()
        // The returns of these sales were removed with this part or a later one.
        for case let sale as Sale in sales.staying { try sale.updateOwedAmount() }
        // The removal of imported persons must not delete the parts still to be undone, nor the
        // waiting file.
        if context.hasChanges { try save(context, forgettingPersons: false) }
        return labels
    }
}

extension StoreLease {
    /// - Throws: `HouseholdError` if another server may have taken over, because the connection
    ///   that holds the claim was lost.
    func check() throws {
        guard isHeld else {
            throw HouseholdError(
                "The connection to the database was lost meanwhile, so that another server may have gone on with it."
            )
        }
    }
}

/// The new records of a part that have to stay when it is undone: those that others used since,
/// with the records that belong to them. The records of later parts are deleted already.
struct CreatedSales {
    private let made: Set<ManagedObject>
    private let extent: ImportExtent
    private var going: Set<ManagedObject>
    private(set) var staying: [ManagedObject]

    /// - Parameters:
    ///   - made: the new records of the part.
    ///   - extent: the records of all parts.
    ///   - others: those that have to stay for other reasons.
    /// - Throws: errors of the store.
    init(_ made: [ManagedObject], of extent: ImportExtent, staying others: [ManagedObject]) throws {
        self.made = Set(made)
        self.extent = extent
        staying = others
        going = self.made.subtracting(others)
        // A record that stays may keep others.
        var count = -1
        while count != staying.count {
            count = staying.count
            for object in made where try going.contains(object) && isUsed(object) {
                going.remove(object)
                staying.append(object)
            }
        }
    }

    private func stays(_ object: ManagedObject) -> Bool {
        made.contains(object) && !going.contains(object)
    }

    private func isUsed(_ object: ManagedObject) throws -> Bool {
        switch object {
        // The undo of a later part can change the amount owed, and so the version.
        case let sale as Sale:
            try !extent.isAsLeft(sale) || !sale.payments.isEmpty || sale.invoice != nil
                || sale.returns.contains { !going.contains($0) }
                || sale.lines.contains { !going.contains($0) }
        case let line as SaleLine:
            try !extent.isAsLeft(line) || (line.sale.map(stays) ?? false)
                || line.returnedLines.contains { !going.contains($0) }
        case let customer as Customer:
            !customer.parkedSales.isEmpty || customer.sales.contains { !going.contains($0) }
        case let product as Product:
            // The imported stock entry goes with the product; any other entry was made by a person.
            !product.quoteLines.isEmpty || product.stockEntries.contains { !going.contains($0) }
                || product.lines.contains { !going.contains($0) }
        case let entry as StockEntry: entry.product.map(stays) ?? false
        case let category as ProductCategory: category.products.contains { !going.contains($0) }
        default: false
        }
    }
}
