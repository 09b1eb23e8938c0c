import Foundation
import Persistence
import Testing

@testable import Domain
@testable import Web

/// The database fails in the middle of a save, so that the outcome is unknown.
@Suite("Saves with an unknown outcome", .timeLimit(.minutes(30)))
struct UnknownOutcomeTests {
    private struct Away: StoreAvailability {
        let isStoreUnavailable = true
        var isOutcomeUnknown = true
    }

    @Test("A form with an unknown outcome is not saved again", arguments: [false, true])
    func forms(isKnown: Bool) async throws {
        let shared = try SharedSite()
        let household = try Household.open(shared.site.configuration)
        let site = try shared.site.site(household)
        var form = FormData()
        form.append(FormData.Field(name: IdempotencyKeys.field, value: "mark"))

        await #expect(throws: Away.self) {
            try await site.idempotently(form, at: "name") { throw Away(isOutcomeUnknown: !isKnown) }
        }

        #expect(try site.idempotencyKeys.register("mark") == (isKnown ? .first : .underway))
        try household.close()
    }

    @Test("A new picture with an unknown outcome stays until a sweep")
    func pictures() async throws {
        let shared = try SharedSite()
        let household = try Household(directory: shared.directory)
        let key = UUID()
        func file(_ text: String) throws -> String {
            let path = "\(household.directory.incoming)/\(text)"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }

        #expect(throws: Away.self) {
            try household.itemImages.add([(key, file("photo"), nil)]) { throw Away() }
        }

        let path = try #require(household.itemImages.path(of: key))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "photo")
        let images = household.directory.images
        // There turns out to be no such record.
        #expect(try await household.sweep().removedCount == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: images) == [])
        try household.close()
    }
}
