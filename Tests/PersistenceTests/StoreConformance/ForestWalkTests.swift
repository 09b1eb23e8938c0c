import Foundation
import Persistence
import Testing

@Suite("Random walks in a forest, on every store")
struct ForestWalkTests {
    @Test(
        "Contexts and the store have the results of 300 random steps",
        arguments: StoreKind.allCases, [false, true])
    func walks(kind: StoreKind, undoes: Bool) throws {
        for seed in ForestWalkTests.seeds { try walk(kind, undoes, seed) }
    }

    private func walk(_ kind: StoreKind, _ undoes: Bool, _ seed: UInt64) throws {
        let walk = ForestWalk(
            try TestLibrary(kind, model: Forest.model), seed: seed, undoes: undoes)
        // Checks read everything, so some are rare: the steps in between meet more faults.
        let interval = [1, 5, 40][Int(seed % 3)]
        do {
            for step in 1...300 {
                try walk.step()
                if step.isMultiple(of: interval) { try walk.desk.check("step \(step)") }
            }
            try walk.finish()
            if ["sqlite", "postgreSQL"].contains(kind.rawValue) {
                let location = try kind.description(in: walk.forest.directory).location
                try walk.forest.container.close()
                #expect(try StoreCheck.faults(at: location) == [])
            }
        } catch {
            Issue.record("Seed \(seed): \(error); after \(walk.numbers.recentLog)")
        }
        #expect(walk.counts["save", default: 0] > 0)
    }

    /// The environment can request more.
    private static var seeds: Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["FOREST_FIRST"].flatMap(UInt64.init) ?? 1
        let count = environment["FOREST_SEEDS"].flatMap(UInt64.init) ?? 3
        return first..<(first + max(count, 1))
    }
}
