import Persistence

extension Importer {
    /// Does something with each row, part by part, which can be called off.
    func forEachRowInParts(_ body: (Int) throws -> Void) throws {
        try forEachPart { try forEachRow(body) }
    }

    /// Does something with the rows of each part; with all rows at once if they are not imported in parts.
    func forEachPart(_ body: () throws -> Void) throws {
        guard isInParts else { return try body() }
        var isFirst = true
        for part in parts {
            if !isFirst { try endPart() }
            isFirst = false
            rows = RowWindow(try part.map(file.rows.row(at:)), at: part)
            try body()
        }
    }

    /// The places of the rows of each part.
    private var parts: [[Int]] {
        let count = file.rows.count
        if let containers { return containers.parts(of: count) }
        let size = partSize.rows
        let ends = outline?.ends ?? stride(from: size, to: count, by: size) + [count]
        return zip([0] + ends, ends).map { Array($0..<$1) }
    }

    /// Checks the records of a part, saves them if they are to be saved, and lets them go.
    private func endPart() throws {
        try validate()
        if case .save(let save) = ending { try save(self) }
        try writeOutcomes()
        list.locations.letGo()
        for known in list.knownContainers.values { known?.record.letGo() }
        letGoOfSales()
        letGoOfMadeRecords()
        payments?.letGo()
        invoices?.stored = [:]
        context.reset()
        list.groups = [:]
        list.pictures = []
        list.placeIDs = []
        list.fields.present = nil
        forgetNewRecords()
        try readGroups()
        // Those that are not saved are made again.
        for (name, new) in list.newGroups where list.groups[name] == nil {
            let group = new.make()
            own(group, by: new.row)
            list.groups[name] = group
        }
    }

    /// The numbers of the sales that were made and saved.
    var madeSaleNumbers: Set<Int64> {
        formerNumbers.union(drafts.values.filter(\.isNew).map(\.sale.number))
    }

    private func letGoOfSales() {
        for (number, draft) in drafts {
            formerSaleRows[number] = draft.first
            if draft.isNew { formerNumbers.insert(draft.sale.number) }
        }
        (drafts, sales, walkIns, knownTaxRates) = ([:], [:], [:], nil)
    }
}
