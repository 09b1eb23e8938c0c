import Foundation
import Persistence
import Synchronization
import Testing

@Suite("Surrounded closures")
struct SurroundedClosureTests {
    /// A task-local value is what such a closure usually sets.
    private enum Frames {
        @TaskLocal static var name = ""
    }

    @Test("The stack does not grow with the number of closures")
    func depth() async throws {
        let container = try PersistentContainer(
            model: Library.model, classes: Library.classes, store: .inMemory)
        container.surroundClosures { closure in
            try Frames.$name.withValue("within") { try closure() }
        }

        var depths: Set<Int> = []
        for _ in 0..<1_000 {
            let (name, depth) = try await container.read { _ in
                (Frames.name, Thread.callStackReturnAddresses.count)
            }
            #expect(name == "within")
            depths.insert(depth)
        }

        #expect(depths.count == 1)
    }
}
