import Persistence

extension Importer {
    /// The rows whose records are in memory together, and are saved together: few enough that others who
    /// save need not wait for long.
    static let partSize = 1_000

    /// Whether a row is the first one of a part, and not of all.
    func isBeginningOfPart(_ index: Int) -> Bool {
        isInParts && index > 0 && index.isMultiple(of: Self.partSize)
    }

    /// Checks the records of a part, saves them if they are to be saved, and lets them go.
    func endPart() throws {
        try validate()
        if case .save(let save) = ending { try save(self) }
        context.reset()
        list.groups = [:]
        list.pictures = []
        try readGroups()
        // Those that are not saved are made again.
        for (name, new) in list.newGroups where list.groups[name] == nil {
            let group = new.make()
            own(group, by: new.row)
            list.groups[name] = group
        }
    }

    /// Whether a row is refused.
    var hasRefusals: Bool { rows.contains(where: \.isRefused) }
}
