import Persistence

extension Importer {
    /// The rows whose records are in memory together, and are saved together: few enough that others who
    /// save need not wait for long.
    static let partSize = 1_000

    /// Does something with each row, part by part, which can be called off.
    func forEachRowInParts(_ body: (Int) throws -> Void) throws {
        guard isInParts else { return try forEachRow(body) }
        for start in stride(from: 0, to: file.rows.count, by: Self.partSize) {
            if start > 0 { try endPart() }
            let end = min(start + Self.partSize, file.rows.count)
            rows = RowWindow(try file.rows.rows(start..<end), from: start)
            try forEachRow(body)
        }
    }

    /// Checks the records of a part, saves them if they are to be saved, and lets them go.
    private func endPart() throws {
        try validate()
        if case .save(let save) = ending { try save(self) }
        try writeOutcomes()
        list.locations.letGo()
        context.reset()
        list.groups = [:]
        list.pictures = []
        list.placeIDs = []
        forgetNewRecords()
        try readGroups()
        // Those that are not saved are made again.
        for (name, new) in list.newGroups where list.groups[name] == nil {
            let group = new.make()
            own(group, by: new.row)
            list.groups[name] = group
        }
    }
}
