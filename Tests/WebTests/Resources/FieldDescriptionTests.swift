import Domain
import Testing

@testable import Web

@Suite("Fields of forms")
struct RecordFieldTests {
    @Test(
        "Amounts in a conflict are shown as amounts",
        arguments: [("3", "$3.00"), ("24.50", "$24.50"), ("", ""), ("dear", "dear")])
    func amounts(text: String, shown: String) {
        #expect(FieldDescription("price", "Price", .money).shown(text, in: .dollar) == shown)
    }

    @Test("Amounts of sales are shown in the shop’s currency")
    func currency() throws {
        let euro = try #require(Currency("EUR"))
        #expect(FieldDescription("price", "Price", .money).shown("24.5", in: euro) == "€24.50")
    }
}
