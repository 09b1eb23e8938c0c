import Foundation
import Persistence
import Testing

@Suite("Random graphs, on every store")
struct RandomGraphTests {
    @Test(
        "A context and a store have the results of hundreds of edits",
        arguments: StoreKind.allCases,
        [1, 2, 3, 4, 5] as [UInt64])
    func edits(kind: StoreKind, seed: UInt64) throws {
        let editor = RandomEditor(try TestLibrary(kind), seed: seed)

        // Checks read everything, so some are rare: the edits in between meet more faults, and more
        // of them fit in the same time.
        let (interval, steps) = [(1, 300), (10, 800), (100, 1_000)][Int(seed % 3)]

        for step in 1...steps {
            try editor.step()
            if step.isMultiple(of: interval) { try editor.check() }
        }

        #expect(!editor.plain.books.isEmpty)
    }
}
