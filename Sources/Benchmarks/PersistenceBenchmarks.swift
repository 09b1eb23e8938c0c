import Domain
import Foundation
import ObjectModel
import Persistence

/// Persistence compared with the same SQL in C.
///
/// The items have a model of their own. The application's also have sort keys, a full-text index and sums, which
/// the rows of lists and texts measure.
struct PersistenceBenchmarks {
    static let count = 100_000
    let directory: String
    let path: String
    let baseline: String

    init(directory: String) {
        self.directory = directory
        baseline = directory + "/baseline.sqlite"
        path = directory + "/items.sqlite"
    }

    /// Later rows read what the first one inserts.
    func run(_ groups: Set<BenchmarkGroup>, report: (Measurement) -> Void) throws {
        let rows: [(BenchmarkGroup, () throws -> Measurement)] = [
            (.fetch, fetch), (.faults, fetchFaults), (.dictionaries, fetchDictionaries),
            (.objects, measureObjects), (.lookups, lookUps), (.saves, saves), (.batch, updateAll),
        ]
        if groups.contains(.walk) { report(try walk()) }
        if groups.contains(.open) { report(try open()) }
        guard groups.contains(.insert) || rows.contains(where: { groups.contains($0.0) }) else {
            return
        }
        report(try insert())
        for (group, measure) in rows where groups.contains(group) { report(try measure()) }
    }

    /// The limits' selection for items as objects: these have all of their columns, too.
    static let selectItems = "SELECT * FROM ZITEM"

    /// The limits' selection for items with some attributes.
    static let selectColumns = """
        SELECT Z_PK, Z_ENT, Z_OPT, ZVALUEINDOLLARS, ZASSETTYPE, ZDATECREATED, ZORDERINGVALUE,
            ZITEMNAME, ZSERIALNUMBER, ZITEMKEY, ZTHUMBNAIL FROM ZITEM
        """

    static func model() throws -> ManagedObjectModel {
        guard let path = Bundle.module.path(forResource: "Measured", ofType: "xcdatamodeld") else {
            throw CocoaError(.fileNoSuchFile)
        }
        return try ManagedObjectModel(contentsOf: path)
    }

    func container(_ path: String) throws -> PersistentContainer {
        try Self.container(.sqlite(path: path))
    }

    static func container(_ store: StoreDescription) throws -> PersistentContainer {
        try PersistentContainer(
            model: try model(), classes: measuredModelClasses, store: store,
            transformers: [ImageTransformer.name: ImageTransformer()])
    }
}
