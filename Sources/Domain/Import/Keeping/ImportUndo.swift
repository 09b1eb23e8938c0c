import Foundation
import Persistence

/// The undo of an import, part by part, so that others who save wait for one part only. Later changes prevent it.
///
/// All parts are checked before the first one is undone. From then on the undo is completed, by the next start if
/// the program was killed.
struct ImportUndo {
    /// The parts of the import were deleted while they were checked.
    struct Forgotten: Error {}

    private let household: Household
    private let record: ImportRecord
    private let parts: ImportParts
    private let claim: StoreLease
    private let progress: ImportProgress?

    /// - Parameter claim: the lease that keeps other servers from this import.
    /// - Throws: errors of the file system.
    init(
        _ record: ImportRecord, in household: Household, _ claim: StoreLease,
        _ progress: ImportProgress? = nil
    ) throws {
        self.claim = claim
        self.progress = progress
        self.household = household
        self.record = record
        parts = try household.imports.parts(of: record.id)
    }

    /// Looks, and takes it back.
    ///
    /// - Throws: ``Forgotten``, errors of the store and of the file system, and `CancellationError`.
    func run() throws -> Household.UndoResult {
        // What failed in the middle goes on.
        if household.imports.begunRecord(record.id)?.state == .undone {
            try progress?.begin(.takingBack)
            return try finish()
        }
        guard parts.count < 2 else { return try lookAndTakeBack() }
        // Others wait for the whole of a short one.
        return try household.container.write(lookAndTakeBack)
    }

    /// - Parameter context: what reads; nil for a context of each part.
    private func lookAndTakeBack(
        in context: ManagedObjectContext? = nil
    ) throws -> Household.UndoResult {
        try progress?.begin(.checking)
        let obstacles = try obstacles(in: context)
        guard obstacles.isEmpty else { return .refused(record, obstacles: obstacles) }
        // From here on it cannot be called off.
        try progress?.begin(.takingBack)
        try begin()
        return try finish(isFirstAttempt: true)
    }

    /// Takes note that it is being taken back: from then on its parts stay until it is. Whoever removes a person, and
    /// the parts with them, does so in a save.
    private func begin() throws {
        try household.container.write { _ in
            try claim.check()
            guard try household.imports.record(record.id)?.state == .done else {
                throw Forgotten()
            }
            try household.imports.begin(record.ended(.undone))
        }
    }

    /// What stands in the way, a sentence each.
    private func obstacles(in context: ManagedObjectContext?) throws -> [String] {
        let extent = try ImportExtent(parts)
        var obstacles: [String] = []
        // What two parts have changed is as the later one left it.
        var later: Set<String> = []
        for index in (0..<parts.count).reversed() where obstacles.count < UndoObstacles.mostTexts {
            try progress?.advance(to: parts.count - index - 1, of: parts.count)
            let part = try parts.part(at: index)
            func find(in context: ManagedObjectContext) throws -> [String] {
                try UndoObstacles(part, of: extent, before: later, in: context).texts
            }
            let found = try context.map(find) ?? household.container.read(find)
            obstacles.insert(contentsOf: found, at: 0)
            later.formUnion(part.changed.flatMap(\.changedKeys))
        }
        return Array(obstacles.prefix(UndoObstacles.mostTexts))
    }

    /// Takes all parts back, the last one first, and keeps the record. Done again, it does the rest.
    ///
    /// - Parameter isFirstAttempt: whether nothing is taken back yet. What a rule forbids to take back stays otherwise.
    ///   Default: false.
    /// - Returns: the obstacles if a rule forbids the first step of the first attempt; nothing is taken back then.
    /// - Throws: errors of the store and of the file system.
    func finish(isFirstAttempt: Bool = false) throws -> Household.UndoResult {
        var left: [String] = []
        let extent = try ImportExtent(parts)
        for index in (0..<parts.count).reversed() {
            try progress?.advance(to: parts.count - index - 1, of: parts.count)
            try claim.check()
            let isFirst = isFirstAttempt && index == parts.count - 1
            do {
                left += try household.takeBack(
                    parts.part(at: index), of: extent, leavingChanged: true,
                    leavingRefused: !isFirst)
            } catch  where isFirst && !error.mayBeSaved {
                // Nothing is taken back, and the next start need not go on with it.
                try household.imports.abandon(record.id)
                guard case PersistenceError.validation(let faults) = error else { throw error }
                return .refused(record, obstacles: faults.map { "\($0.entity): \($0.reason)." })
            }
        }
        let ended = record.ended(.undone).leaving(Array(left.prefix(UndoObstacles.mostTexts)))
        try household.container.write { _ in
            try claim.check()
            try household.imports.keep(ended)
            try household.imports.abandon(ended.id)
        }
        return .done(ended)
    }
}

extension Household {
    /// Takes back what was saved of an import that is not whole, unless another server is at it, or it was ended or begun
    /// again by now.
    ///
    /// - Parameters:
    ///   - begun: its record, as it was begun.
    ///   - claim: by which this one was at it.
    /// - Throws: errors of the store and of the file system.
    func takeBackParts(of begun: ImportRecord, claimedBy claim: StoreLease) throws {
        guard !claim.isHeld else { return try takeBackParts(of: begun) }
        guard let claim = try claimImport(begun.id) else { return }
        defer { claim.release() }
        if imports.begunRecord(begun.id)?.date == begun.date { try takeBackParts(of: begun) }
    }

    /// Takes back what was saved of an import that is not whole. What a rule forbids to take back stays.
    ///
    /// - Parameter begun: its record, as it was begun.
    /// - Throws: errors of the store and of the file system. Done again, it does the rest.
    func takeBackParts(of begun: ImportRecord) throws {
        let id = begun.id
        try imports.withdraw(begun)
        let parts = try imports.parts(of: id)
        let extent = try ImportExtent(parts)
        var numberings: [ImportPart.Numbering] = []
        for index in (0..<parts.count).reversed() {
            let part = try parts.part(at: index)
            _ = try takeBack(part, of: extent)
            if let numbering = part.numbering { numberings.append(numbering) }
        }
        try giveBack(numberings)
        try imports.removeParts(of: id)
        try imports.abandon(id)
    }

    /// Gives the numbers of sales back that nobody has seen but on their way in, unless somebody sold something
    /// meanwhile.
    ///
    /// - Parameter numberings: those of the parts, the last one first.
    private func giveBack(_ numberings: [ImportPart.Numbering]) throws {
        guard let former = numberings.last?.former else { return }
        try container.write { context in
            try SaleNumbering.lower(from: numberings.map(\.last), to: former, in: context)
            if context.hasChanges { try save(context) }
        }
    }

    /// Takes a part back.
    ///
    /// - Parameters:
    ///   - extent: what the import did in all its parts.
    ///   - leavingChanged: whether what was changed since it was made stays. Default: false.
    ///   - leavingRefused: whether the records stay as they are that a rule forbids to take back. Default: true.
    /// - Returns: the names of what stays.
    /// - Throws: errors of the store and of the file system. Done again, it does nothing.
    func takeBack(
        _ part: ImportPart, of extent: ImportExtent, leavingChanged: Bool = false,
        leavingRefused: Bool = true
    ) throws -> [String] {
        var refused: Set<ManagedObjectID> = []
        while true {
            do {
                return try takeBack(
                    part, of: extent, leavingChanged: leavingChanged, except: refused)
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
        except refused: Set<ManagedObjectID>
    ) throws -> [String] {
        let left = try changingFiles {
            let (keys, left) = try container.write { context in
                try takeBack(
                    part, of: extent, leavingChanged: leavingChanged, except: refused, in: context)
            }
            for key in keys { itemImages.remove(.original(key)) }
            return left
        }
        unfinished.attempt { try PhotoFolder.remove(part.folders ?? []) }
        return left
    }

    private func takeBack(
        _ part: ImportPart, of extent: ImportExtent, leavingChanged: Bool,
        except refused: Set<ManagedObjectID>, in context: ManagedObjectContext
    ) throws -> (keys: [UUID], left: [String]) {
        var left: [ManagedObject] = []
        for entry in part.changed {
            guard let object = try context.record(entry.entity, entry.number) else { continue }
            // A sale of the import goes with the part that made it, or stays and is settled there: until then its
            // version says whether anybody else has changed it.
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
                } else if present != value {
                    isChangedSince = true
                }
            }
            if leavingChanged, isChangedSince { left.append(object) }
        }
        var made = try part.made.flatMap { made in
            try made.numbers.numbers.compactMap { try context.record(made.entity, $0) }
        }
        if leavingChanged {
            let changed = try made.filter { object in
                // What groups others has another version as soon as these come or go.
                guard object is Item || object is GroceryItem || object is Book else {
                    return false
                }
                return try !extent.isAsLeft(object)
            }
            left += changed
            made.removeAll(where: changed.contains)
        }
        let sales = try MadeSales(
            made, of: extent, staying: made.filter { refused.contains($0.objectID) })
        left += sales.staying
        made.removeAll(where: sales.staying.contains)
        let labels = left.map(UndoObstacles.label)
        let keys = made.compactMap { ($0 as? Item)?.key }
        for object in made { context.delete(object) }
        context.processPendingChanges()
        // What came back went with this part, or with a later one.
        for case let sale as Sale in sales.staying { try sale.settle() }
        // Persons whom the import has made go with it: the parts that are still to be taken back stay, and so does
        // the file that waits.
        if context.hasChanges { try save(context, forgetsPersons: false, preparing: {}) }
        return (keys, labels)
    }
}

extension StoreLease {
    /// Makes sure that no other server is at what this one does.
    ///
    /// - Throws: `HouseholdError` if one may be, because the connection that holds the claim was lost.
    func check() throws {
        guard isHeld else {
            throw HouseholdError(
                "The connection to the database was lost meanwhile, so that another server may have gone on with it."
            )
        }
    }
}

/// Which records of a shop have to stay when what a part of an import has made is taken back: those that others
/// have used since, with what belongs to them. What later parts have made is gone already.
struct MadeSales {
    private let made: Set<ManagedObject>
    private let extent: ImportExtent
    private var going: Set<ManagedObject>
    /// What stays.
    private(set) var staying: [ManagedObject]

    /// - Parameters:
    ///   - made: what the part has made.
    ///   - extent: what the import did in all its parts.
    ///   - others: what of it has to stay for other reasons.
    /// - Throws: errors of the store.
    init(
        _ made: [ManagedObject], of extent: ImportExtent, staying others: [ManagedObject]
    ) throws {
        self.made = Set(made)
        self.extent = extent
        staying = others
        going = self.made.subtracting(others)
        // What stays may keep others here.
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
        // What a later part brought back has changed what is owed of a sale, too.
        case let sale as Sale:
            try !extent.isAsLeft(sale) || !sale.payments.isEmpty
                || sale.invoice != nil || sale.returns.contains { !going.contains($0) }
                || sale.lines.contains { !going.contains($0) }
        case let line as SaleLine:
            try !extent.isAsLeft(line) || (line.sale.map(stays) ?? false)
                || line.returnedLines.contains { !going.contains($0) }
        case let customer as Customer:
            !customer.parkedSales.isEmpty || customer.sales.contains { !going.contains($0) }
        case let product as Product:
            // Its stock as the table had it goes with it; any other step is somebody's.
            !product.quoteLines.isEmpty || product.stockEntries.contains { !going.contains($0) }
                || product.lines.contains { !going.contains($0) }
        case let entry as StockEntry: entry.product.map(stays) ?? false
        case let category as ProductCategory: category.products.contains { !going.contains($0) }
        default: false
        }
    }
}
