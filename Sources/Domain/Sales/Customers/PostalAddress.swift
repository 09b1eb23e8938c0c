import Foundation
public import Persistence

/// A postal address, detached from its context.
public struct PostalAddress: Sendable, Hashable {
    /// `home`, `work`; nil for none.
    public var label: String?
    /// The street and number, in one or more lines.
    public var street: String?
    public var postalCode: String?
    public var city: String?
    public var region: String?
    /// The ISO 3166 two-letter code: `DE`.
    public var countryCode: String?

    /// Makes an empty address.
    public init() {}

    /// Parses the lines of a letter: street, postal code with city, country. A single line may be
    /// separated by commas. Lines in another form are kept as they are.
    ///
    /// Nil if the text is empty or too long.
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

    /// The code of a named country; other texts in capitals.
    public static func countryCode(of text: String) -> String {
        CountryName.code(of: text) ?? text.uppercased()
    }

    /// Whether it has nothing but a label.
    public var isEmpty: Bool { lines.isEmpty }

    /// The lines as on a letter.
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
    /// Copies an address.
    func take(_ address: PostalAddress) {
        label = address.label
        street = address.street
        postalCode = address.postalCode
        city = address.city
        region = address.region
        countryCode = address.countryCode
    }
}

/// A postal address of a customer.
public final class CustomerAddress: ManagedObject {}
