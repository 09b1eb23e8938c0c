import Foundation
import Persistence

extension Household {
    /// Takes back what was saved of an import that is not whole, unless another server is at it or has ended it by
    /// now.
    ///
    /// - Parameter claim: by which this one was at it.
    /// - Throws: errors of the store and of the file system.
    func takeBackParts(of id: String, claimedBy claim: StoreLease) throws {
        guard !claim.isHeld else { return try takeBackParts(of: id) }
        guard let claim = try claimImport(id) else { return }
        defer { claim.release() }
        if try imports.record(id) == nil { try takeBackParts(of: id) }
    }

    /// Takes back what was saved of an import that is not whole.
    ///
    /// - Throws: errors of the store and of the file system. Done again, it does the rest.
    func takeBackParts(of id: String) throws {
        let parts = try imports.parts(of: id)
        let extent = try ImportExtent(parts)
        var numberings: [ImportPart.Numbering] = []
        for index in (0..<parts.count).reversed() {
            let part = try parts.part(at: index)
            _ = try takeBack(part, of: extent)
            if let numbering = part.numbering { numberings.append(numbering) }
        }
        try giveBack(numberings)
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
    /// - Returns: the names of what stays.
    /// - Throws: errors of the store and of the file system. Done again, it does nothing.
    func takeBack(
        _ part: ImportPart, of extent: ImportExtent, leavingChanged: Bool = false
    ) throws -> [String] {
        let left = try changingFiles {
            let (keys, left) = try container.write { context in
                try takeBack(part, of: extent, leavingChanged: leavingChanged, in: context)
            }
            for key in keys { itemImages.remove(.original(key)) }
            return left
        }
        unfinished.attempt { try PhotoFolder.remove(part.folders ?? []) }
        return left
    }

    private func takeBack(
        _ part: ImportPart, of extent: ImportExtent, leavingChanged: Bool,
        in context: ManagedObjectContext
    ) throws -> (keys: [UUID], left: [String]) {
        var left: [ManagedObject] = []
        for entry in part.changed {
            guard let object = try context.record(entry.entity, entry.number) else { continue }
            // A sale of the import goes with the part that made it, or stays and is settled there: until then its
            // version says whether anybody else has changed it.
            if object is Sale || object is SaleLine, extent.hasMade(object.objectID) { continue }
            var isChangedSince = false
            for (key, value) in entry.former {
                let present = try StoredValue(key, of: object)
                if present == entry.new[key] {
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
            left += made.filter(\.isChangedSinceMade)
            made.removeAll(where: \.isChangedSinceMade)
        }
        let sales = try MadeSales(made, of: extent)
        left += sales.staying
        made.removeAll(where: sales.staying.contains)
        let labels = left.map(ImportUndo.label)
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

extension ManagedObject {
    /// Whether somebody changed what an import has made. What groups others has another version as soon as
    /// these come or go.
    fileprivate var isChangedSinceMade: Bool {
        switch self {
        case is Item, is GroceryItem, is Book: rowVersion != MadeRecords.firstVersion
        default: false
        }
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
