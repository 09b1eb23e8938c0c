import Foundation
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

    /// Reads the lines of a letter: the street, then postal code and city, then the country. One line may have
    /// commas between them. What is not a postal code and a city in that order stays as it is written.
    ///
    /// Nil if nothing is written, or if it is longer than an address may be.
    public init?(lines text: String) {
        func parts(by isSeparator: (Character) -> Bool) -> [String] {
            text.split(whereSeparator: isSeparator).map {
                $0.trimmingCharacters(in: .whitespaces)
            }.filter { !$0.isEmpty }
        }
        var lines = parts(by: \.isNewline)
        if lines.count == 1 { lines = parts(by: { $0 == "," }) }
        if lines.count > 1, let code = lines.last.flatMap(CountryName.code) {
            countryCode = code
            lines.removeLast()
        }
        if lines.count > 1, let place = lines.popLast() {
            let match = try? /((?:[A-Z]{1,2}-)?[0-9]{3,6}(?: [A-Z]{2})?) +(.+)/.wholeMatch(
                in: place)
            postalCode = match.map { String($0.1) }
            city = match.map { String($0.2) } ?? place
        }
        street = lines.isEmpty ? nil : lines.joined(separator: "\n")
        guard !isEmpty, (street ?? "").count <= 300, (city ?? "").count <= 100 else { return nil }
    }

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
