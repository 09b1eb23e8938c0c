import Testing

@testable import Domain

struct PostalAddressTests {
    @Test(
        "The lines of a postal address are street, postal code, city and country",
        arguments: [
            ("Mühlenweg 3\n80331 München", "Mühlenweg 3", "80331", "München", nil),
            ("Mühlenweg 3, 80331 München, Germany", "Mühlenweg 3", "80331", "München", "DE"),
            ("Hof 2\nMühlenweg 3\nA-1010 Wien\nAT", "Hof 2\nMühlenweg 3", "A-1010", "Wien", "AT"),
            ("Damrak 1\n1012 AB Amsterdam", "Damrak 1", "1012 AB", "Amsterdam", nil),
            // An address in another order stays as it is.
            (
                "2 Low Street\nSpringfield, IL 62565", "2 Low Street", nil, "Springfield, IL 62565",
                nil
            ),
            ("Mühlenweg 3", "Mühlenweg 3", nil, nil, nil),
        ] as [(String, String?, String?, String?, String?)])
    func lines(
        text: String, street: String?, postalCode: String?, city: String?, country: String?
    ) throws {
        let address = try #require(PostalAddress(lines: text))

        #expect(address.street == street)
        #expect(address.postalCode == postalCode)
        #expect(address.city == city)
        #expect(address.countryCode == country)
    }

    @Test("An empty address, or one that is too long, is refused")
    func none() {
        #expect(PostalAddress(lines: " \n ") == nil)
        #expect(PostalAddress(lines: String(repeating: "x", count: 301)) == nil)
    }
}
