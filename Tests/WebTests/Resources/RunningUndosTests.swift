import Testing

@testable import Web

@Suite("Undos in progress")
struct RunningUndosTests {
    @Test("A second undo of the same change gets the result of the first")
    func joining() async throws {
        let undos = RunningUndos()
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let first = undos.task(for: "lamp") {
            for await _ in gate {}
            return "first"
        }
        let second = undos.task(for: "lamp") { "second" }
        let other = undos.task(for: "chair") { "other" }

        #expect(try await other.value as? String == "other")
        opening.finish()
        #expect(try await first.value as? String == "first")
        #expect(try await second.value as? String == "first")
        // A finished undo does not count, since its change is gone.
        #expect(try await undos.task(for: "lamp") { "third" }.value as? String == "third")
    }

    @Test("A second undo of the same change gets the fault of the first")
    func failing() async throws {
        let undos = RunningUndos()
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let first = undos.task(for: "lamp") { () async throws -> String in
            for await _ in gate {}
            throw SiteError.notFound()
        }
        let second = undos.task(for: "lamp") { "second" }
        opening.finish()

        for task in [first, second] {
            await #expect(throws: SiteError.self) { _ = try await task.value }
        }
        #expect(try await undos.task(for: "lamp") { "third" }.value as? String == "third")
    }
}
