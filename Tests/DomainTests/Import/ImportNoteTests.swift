import Synchronization
import TestSupport
import Testing

@testable import Domain

struct ImportNoteTests {
    @Test("A request for the progress of an import always gets the progress or the end")
    func ending() async throws {
        let test = try TestHousehold()
        let imports = test.household.imports
        let token = ImportToken.random()
        var note = ImportNote(place: "sales", name: "x.csv", state: ImportProgress().state)
        try imports.note(note, of: token)
        let ended = Atomic(false)
        let reader = Task.detached(executorPreference: ThreadExecutor.shared) {
            var missing = 0
            while !ended.load(ordering: .relaxed) {
                if try imports.note(of: token) == nil { missing += 1 }
            }
            return missing
        }

        for _ in 0..<100 {
            note.ending = nil
            try imports.note(note, of: token)
            try imports.cancel(token)
            note.ending = .changed
            try imports.noteEnd(note, of: token)
            #expect(try imports.note(of: token)?.ending == .changed)
            #expect(!imports.isCancelled(token))
        }

        ended.store(true, ordering: .relaxed)
        let missing = try await reader.value
        #expect(missing == 0)
        try imports.noteEnd(nil, of: token)
        #expect(try imports.note(of: token) == nil)
    }
}
