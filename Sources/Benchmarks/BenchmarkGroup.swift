/// The rows of the table that are measured together.
enum BenchmarkGroup: String, CaseIterable {
    case insert, fetch, faults, dictionaries, objects, lookups, saves, batch, walk, open
    case move, lists, http, upload, memory, start, sales, search, live, places, backup, accounts
    case evidence
    case `import`, postgresql

    /// The groups that a command line names; if it names none, all that need nothing else installed.
    ///
    /// - Throws: ``BenchmarkFailure`` for a name that is no group's.
    static func named(_ arguments: [String]) throws(BenchmarkFailure) -> Set<BenchmarkGroup> {
        // Those that need no server of PostgreSQL's.
        guard !arguments.isEmpty else { return Set(allCases).subtracting([.postgresql]) }
        var groups: Set<BenchmarkGroup> = []
        for argument in arguments {
            guard let group = BenchmarkGroup(rawValue: argument) else {
                let names = allCases.map(\.rawValue).joined(separator: ", ")
                throw BenchmarkFailure("“\(argument)” is none of \(names).")
            }
            groups.insert(group)
        }
        return groups
    }
}

/// Something that has to work before anything can be measured did not.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
