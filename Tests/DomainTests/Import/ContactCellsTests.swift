import Testing

@testable import Domain

/// Numbers and addresses of a customer in one cell each.
struct ContactCellsTests {
    private static let words = [
        "home", "the \\ shed", "a; b", "x|y: z", "Köln, Süd", "C:\\n", "'=1", "|", ";", "\\",
    ]

    @Test("Written cells are read back unchanged", arguments: 1...40 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) {
        var random = SeededNumbers(state: seed)
        func word() -> String? {
            Bool.random(using: &random) ? Self.words.randomElement(using: &random) : nil
        }
        let numbers = (0..<Int.random(in: 0...4, using: &random)).map { index in
            ContactNumber("+49 (30) 555-0\(index) x4", label: word())
        }
        let addresses = (0..<Int.random(in: 0...4, using: &random)).map { index in
            var address = PostalAddress()
            (address.label, address.street) = (word(), "\(index) Low Street\nDoor \(word() ?? "3")")
            (address.postalCode, address.city, address.region) = (word(), word(), word())
            address.countryCode = Bool.random(using: &random) ? "DE" : nil
            return address
        }

        #expect(ContactNumber.numbers(inCell: ContactNumber.cell(numbers)) == numbers)
        #expect(PostalAddress.addresses(inCell: PostalAddress.cell(addresses)) == addresses)
    }

    @Test(
        "Cells as people write them are read",
        arguments: ["555 0199, work: 555 0123", "555 0199;work:555 0123;"])
    func typed(cell: String) {
        #expect(
            ContactNumber.numbers(inCell: cell) == [
                ContactNumber("555 0199"), ContactNumber("555 0123", label: "work"),
            ])
    }

    @Test(
        "A cell without the parts of an address is refused",
        arguments: ["2 Low Street, Shelbyville", "home | 2 Low Street | Shelbyville"])
    func noAddress(cell: String) {
        #expect(PostalAddress.addresses(inCell: cell) == nil)
    }
}
