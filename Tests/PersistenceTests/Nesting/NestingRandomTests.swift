import Foundation
import Persistence
import Testing

@Suite("Child contexts with random edits, on every store")
struct NestingRandomTests {
    @Test(
        "A child, its parent and the store have the results of 500 edits",
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

    @Test("Undo in a child reverts what was saved to its parent", arguments: [41, 42] as [UInt64])
    func undo(seed: UInt64) throws {
        let editor = RandomEditor(
            try TestLibrary(.inMemory), seed: seed, undoes: true, nests: true)

        for step in 1...500 {
            try editor.stepOrUndo()
            if step.isMultiple(of: 5) { try editor.check() }
        }

        #expect(!editor.plain.books.isEmpty)
    }
}
