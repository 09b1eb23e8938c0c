import Testing

@testable import Web

@Suite("Card numbers in forms")
struct FormCardNumberTests {
    private static func guarded(_ name: String, _ value: String) -> FormData {
        var form = FormData()
        form.append(FormData.Field(name: name, value: value))
        return form.withoutCardNumbers
    }

    @Test(
        "Generated identifiers are accepted, even if their digits look like a card number",
        arguments: [
            ("key", "B2C40148-4680-4251-835B-6CBBA900B60C"),
            ("inPlaceOf", "D54493A6-6C80-4A17-9555-15170887448F"),
            ("lines[0][itemKey]", "B2C40148-4680-4251-835B-6CBBA900B60C"),
            ("imageToken", "a7bd515d18bd6019812224701c6b1326"), ("plan", "41111111111114ff"),
        ])
    func chance(name: String, value: String) {
        let form = Self.guarded(name, value)
        #expect(form[name] == value)
        #expect(form.cardFaults.isEmpty)
    }

    @Test(
        "A card number elsewhere is a fault, and is not returned",
        arguments: [
            ("itemName", "4111 1111 1111 1111"), ("note", "4111-1111-1111-1111"),
            ("imageToken", "4111 1111 1111 1111"), ("plan", "4111111111111111"),
            ("key", "4111111111111111"),
        ])
    func refused(name: String, value: String) {
        let form = Self.guarded(name, value)
        #expect(form[name]?.isEmpty == true)
        #expect(form.cardFaults.count == 1)
    }
}
