import Foundation
import Persistence
import Testing

@Suite("Child contexts in random graphs, on every store")
struct NestingRandomTests {
    @Test(
        "A child, its parent and the store hold what 500 edits made",
        arguments: StoreKind.allCases, [21, 22, 23] as [UInt64])
    func edits(kind: StoreKind, seed: UInt64) throws {
        let editor = RandomEditor(try TestLibrary(kind), seed: seed, nests: true)
        let interval = [1, 10, 100][Int(seed % 3)]

        for step in 1...500 {
            try editor.step()
            if step.isMultiple(of: interval) { try editor.check() }
        }

        #expect(!editor.plain.books.isEmpty)
    }
}
