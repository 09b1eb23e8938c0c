import Foundation
import Persistence
import Testing

@Suite("Random graphs, on every store")
struct RandomGraphTests {
    @Test(
        "A context and a store hold what hundreds of edits made",
        arguments: StoreKind.allCases,
        [1, 2, 3, 4, 5] as [UInt64])
    func edits(kind: StoreKind, seed: UInt64) throws {
        let editor = RandomEditor(try TestLibrary(kind), seed: seed)

        // Looking reads everything, so some look seldom: their edits meet more faults, and they do more of
        // them in the same time.
        let (interval, steps) = [(1, 300), (10, 800), (100, 1_000)][Int(seed % 3)]

        for step in 1...steps {
            try editor.step()
            if step.isMultiple(of: interval) { try editor.check() }
        }

        #expect(!editor.plain.books.isEmpty)
    }
}
