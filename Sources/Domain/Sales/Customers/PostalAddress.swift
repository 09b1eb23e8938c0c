import Persistence

/// Where somebody lives, or wants things sent, apart from any context.
public struct PostalAddress: Sendable, Hashable {
    /// `home`, `work`; nil for none.
    public var label: String?
    /// Street and number; several lines if it has them.
    public var street: String?
    public var postalCode: String?
    public var city: String?
    public var region: String?
    /// Two letters of ISO 3166: `DE`.
    public var countryCode: String?

    /// Makes an address that says nothing.
    public init() {}

    /// The letters of a country that is named; any other text in capitals.
    public static func countryCode(of text: String) -> String {
        CountryName.code(of: text) ?? text.uppercased()
    }

    /// Whether it says nothing but its label.
    public var isEmpty: Bool { lines.isEmpty }

    /// The lines as they stand on a letter.
    public var lines: [String] {
        let place = [postalCode, city].compactMap(\.self).joined(separator: " ")
        let street = (street ?? "").split(separator: "\n").map(String.init)
        return (street + [place, region ?? "", countryCode ?? ""]).filter { !$0.isEmpty }
    }
}

extension PostalAddress {
    init(_ address: CustomerAddress) {
        label = address.label
        street = address.street
        postalCode = address.postalCode
        city = address.city
        region = address.region
        countryCode = address.countryCode
    }
}

extension CustomerAddress {
    /// Takes over an address.
    func take(_ address: PostalAddress) {
        label = address.label
        street = address.street
        postalCode = address.postalCode
        city = address.city
        region = address.region
        countryCode = address.countryCode
    }
}
