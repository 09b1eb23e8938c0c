import Foundation
import Persistence
import Testing

@Suite("Undo in random graphs, on every store")
struct UndoRandomTests {
    @Test(
        "Undo restores the context before each step, with or without saves in between",
        arguments: StoreKind.allCases, [11, 12, 13] as [UInt64])
    func steps(kind: StoreKind, seed: UInt64) throws {
        let editor = RandomEditor(try TestLibrary(kind), seed: seed, undoes: true)
        let interval = [1, 7, 50][Int(seed % 3)]

        for step in 1...1_000 {
            try editor.stepOrUndo()
            if step.isMultiple(of: interval) { try editor.check() }
        }

        #expect(!editor.plain.books.isEmpty)
    }
}
