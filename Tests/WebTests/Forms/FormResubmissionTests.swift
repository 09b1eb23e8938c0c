import Domain
import HTTPTypes
import Testing

@testable import Web

@Suite("Forms that could not be processed")
struct FormResubmissionTests {
    private static func form(_ fields: KeyValuePairs<String, String>) -> FormData {
        var form = FormData()
        for (name, value) in fields { form.append(FormData.Field(name: name, value: value)) }
        return form
    }

    @Test("A form can be resubmitted unchanged, and its fields are shown")
    func fields() throws {
        let form = Self.form([
            "form": "1x9", "version": "3", "shown[itemName]": "Table", "itemName": "Oak table",
            "tags": "old", "tags": "wood", "notes": "",
        ])

        let resubmission = try #require(FormResubmission(form))

        #expect(
            resubmission.fields.map { "\($0.name)=\($0.value)" }
                == form.fields.map { "\($0.name)=\($0.value)" })
        #expect(
            resubmission.typed.map { "\($0.label): \($0.value)" } == [
                "Name: Oak table", "Tags: old", "Tags: wood",
            ])
        #expect(resubmission.losses.isEmpty)
    }

    @Test("Data that is not stored is named: files, and card numbers")
    func losses() throws {
        var form = Self.form([
            "payments[0][kind]": "Cash", "number": "4111 1111 1111 1111", "next": "/",
        ])
        form.append(OversizedFile(fieldName: "image", byteCount: 6_000_000, limit: 0))

        let resubmission = try #require(FormResubmission(form.withoutCardNumbers))

        #expect(resubmission.typed.map(\.label) == ["Kind"])
        #expect(resubmission.losses.count == 2)
        #expect(
            resubmission.losses[0].contains("6 MB")
                && resubmission.losses[1].contains("Card numbers"))
        #expect(!resubmission.fields.contains { $0.value.contains("4111") })
    }

    @Test(
        "Passwords and codes are never shown on the page",
        arguments: ["password", "newPassword", "secret", "code"])
    func secrets(name: String) {
        #expect(FormResubmission(Self.form(["name": "Ada", name: "violet tin drum"])) == nil)
    }

    @Test("The message depends on how much of the request is saved")
    func outcomes() throws {
        let submission = Submission()
        let error = SiteError.storeUnavailable(isOutcomeUnknown: false, isChange: true)
        func detail() -> String { error.after(submission.outcome).detail }
        submission.record(Self.form(["itemName": "Chair"]))
        #expect(submission.form != nil)

        #expect(detail() == error.detail)
        submission.markChanging()
        #expect(detail() == error.detail && detail().contains("Nothing was changed"))
        submission.markSaved()
        #expect(detail().contains("was saved") && !detail().contains("Nothing was changed"))
        submission.markChanging()
        #expect(detail().contains("A part of what you sent is saved"))
        #expect(error.after(submission.outcome).status == .serviceUnavailable)
    }

    @Test("A saved form whose response failed is not saved again")
    func savedWithoutAnswer() async throws {
        struct Away: Error {}
        let testSite = try TestSite()
        let household = try Household.open(testSite.configuration)
        let site = try testSite.site(household)
        let form = Self.form([IdempotencyKeys.field: "mark"])

        await #expect(throws: Away.self) {
            try await Submission.$current.withValue(Submission()) {
                try await site.idempotently(form, at: "name") {
                    try await site.change { _ in }
                    throw Away()
                }
            }
        }

        #expect(try site.idempotencyKeys.register("mark") == .saved)
        try household.close()
    }
}
