import Domain
import HTTPTypes
import Testing

@testable import Web

@Suite("A form that could not be taken")
struct SentFormTests {
    private static func form(_ fields: KeyValuePairs<String, String>) -> FormData {
        var form = FormData()
        for (name, value) in fields { form.append(FormData.Field(name: name, value: value)) }
        return form
    }

    @Test("It is sent again as it came, and what was typed in it is shown")
    func fields() throws {
        let form = Self.form([
            "form": "1x9", "version": "3", "shown[itemName]": "Table", "itemName": "Oak table",
            "tags": "old", "tags": "wood", "notes": "",
        ])

        let sent = try #require(SentForm(form))

        #expect(
            sent.fields.map { "\($0.name)=\($0.value)" }
                == form.fields.map { "\($0.name)=\($0.value)" })
        #expect(
            sent.typed.map { "\($0.label): \($0.value)" } == [
                "Name: Oak table", "Tags: old", "Tags: wood",
            ])
        #expect(sent.losses.isEmpty)
    }

    @Test("What is not kept is named: files, and the numbers of cards")
    func losses() throws {
        var form = Self.form([
            "payments[0][kind]": "Cash", "number": "4111 1111 1111 1111", "next": "/",
        ])
        form.append(OversizedFile(fieldName: "image", byteCount: 6_000_000, limit: 0))

        let sent = try #require(SentForm(form.withoutCardNumbers))

        #expect(sent.typed.map(\.label) == ["Kind"])
        #expect(sent.losses.count == 2)
        #expect(sent.losses[0].contains("6 MB") && sent.losses[1].contains("Card numbers"))
        #expect(!sent.fields.contains { $0.value.contains("4111") })
    }

    @Test(
        "A password, or what confirms one, is on no page",
        arguments: ["password", "newPassword", "secret", "code"])
    func secrets(name: String) {
        #expect(SentForm(Self.form(["name": "Ada", name: "violet tin drum"])) == nil)
    }

    @Test("What is said of a request depends on what of it is saved")
    func outcomes() throws {
        let memory = PostMemory()
        let error = SiteError.storeIsAway(isOutcomeUnknown: false, isChange: true)
        func detail() -> String { error.after(memory.outcome).detail }
        memory.note(Self.form(["itemName": "Chair"]))
        #expect(memory.form != nil)

        #expect(detail() == error.detail)
        memory.noteChange()
        #expect(detail() == error.detail && detail().contains("Nothing was changed"))
        memory.noteSaved()
        #expect(detail().contains("was saved") && !detail().contains("Nothing was changed"))
        memory.noteChange()
        #expect(detail().contains("A part of what you sent is saved"))
        #expect(error.after(memory.outcome).status == .serviceUnavailable)
    }

    @Test("A form that is saved, and could not be answered, is not saved once more")
    func savedWithoutAnswer() async throws {
        struct Away: Error {}
        let testSite = try TestSite()
        let household = try Household.open(testSite.configuration)
        let site = try testSite.site(household)
        let form = Self.form([IdempotencyKeys.field: "mark"])

        await #expect(throws: Away.self) {
            try await PostMemory.$current.withValue(PostMemory()) {
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
