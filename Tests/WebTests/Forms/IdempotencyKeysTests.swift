import Domain
import Foundation
import Testing

@testable import Web

@Suite("Idempotency keys of forms")
struct IdempotencyKeysTests {
    @Test("A form is in progress until it is saved or released", arguments: [false, true])
    func turns(isShared: Bool) throws {
        let folder = NSTemporaryDirectory() + "forms-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let keys = IdempotencyKeys(sharedIn: isShared ? folder : nil)
        // Another server has the same keys; without a shared folder there is none.
        let other = isShared ? IdempotencyKeys(sharedIn: folder) : keys

        #expect(try keys.register("a") == .first)
        #expect(try other.register("a") == .underway)
        keys.release("a")
        #expect(try other.register("a") == .first)
        other.markSaved("a")
        #expect(try keys.register("a") == .saved)
        #expect(try keys.register("b") == .first)
    }

    @Test("A form that is sent during a save is processed if the first one is refused")
    func refusedFirst() async throws {
        let testSite = try TestSite()
        let household = try Household.open(testSite.configuration)
        let site = try testSite.site(household)
        var form = FormData()
        form.append(FormData.Field(name: IdempotencyKeys.field, value: "mark"))
        let sent = form

        var second: Task<String, any Error>?
        do {
            try await site.idempotently(sent, at: "name") { () async throws -> Void in
                second = Task { try await site.idempotently(sent, at: "name") { "second" } }
                // It waits now, or arrives after the refusal. Repeated yields take seconds beside other tests.
                try await Task.sleep(for: .milliseconds(50))
                throw ValidationErrors(faults: [])
            }
        } catch {
            #expect(error is ValidationErrors)
        }

        #expect(try await second?.value == "second")
        await #expect(throws: ValidationErrors.self) {
            _ = try await site.idempotently(sent, at: "name") { "third" }
        }
        try household.close()
    }
}
