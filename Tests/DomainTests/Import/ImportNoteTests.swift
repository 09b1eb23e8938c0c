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
        try imports.note(["running"], of: token)
        let ended = Atomic(false)
        let reader = Task.detached(executorPreference: ThreadExecutor.shared) {
            var missing = 0
            while !ended.load(ordering: .relaxed) {
                let note: [String]? = try imports.note(of: token)
                if note == nil { missing += 1 }
            }
            return missing
        }

        for _ in 0..<100 {
            try imports.note(["running"], of: token)
            try imports.cancel(token)
            try imports.noteEnd(["changed"], of: token)
            #expect(try imports.note(of: token) == ["changed"])
            #expect(!imports.isCancelled(token))
        }

        ended.store(true, ordering: .relaxed)
        let missing = try await reader.value
        #expect(missing == 0)
        try imports.forgetNote(of: token)
        let rest: [String]? = try imports.note(of: token)
        #expect(rest == nil)
    }
}
