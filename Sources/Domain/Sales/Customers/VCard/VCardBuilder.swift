import Foundation

/// Puts a card together, line by line.
struct VCardBuilder {
    /// The line in which it begins.
    let line: Int
    private var formattedName = ""
    /// The name of its parts.
    private var structuredName = ""
    private var parts = VCard(name: "")
    private var fault: VCardFault?
    /// How many cards within this one have begun: that of somebody who acts for the person, in version 2.1.
    private var agentDepth = 0
    private var isBeforeAgent = false

    init(line: Int) {
        self.line = line
    }

    /// The card, or why there is none.
    var card: Result<VCard, VCardFault> {
        if let fault { return .failure(fault) }
        let names = [formattedName, structuredName, parts.organization ?? ""] + parts.emails
        guard let name = names.first(where: { !$0.isEmpty }) else { return .failure(.noName) }
        var card = self
        card.parts.name = card.cut(name, to: 100, "the name") ?? ""
        if card.parts.organization == name { card.parts.organization = nil }
        return .success(card.parts)
    }

    /// Whether a card that begins belongs to this one.
    mutating func beginsAgent() -> Bool {
        guard isBeforeAgent || agentDepth > 0 else { return false }
        agentDepth += 1
        isBeforeAgent = false
        return true
    }

    /// Whether a card that ends belongs to this one.
    mutating func endsAgent() -> Bool {
        guard agentDepth > 0 else { return false }
        agentDepth -= 1
        return true
    }

    mutating func take(_ line: VCardLine, number: Int) {
        guard agentDepth == 0 else { return }
        isBeforeAgent = line.name == "AGENT" && line.value.isEmpty
        guard Self.properties.contains(line.name) else { return }
        if let encoding = line.missedEncoding {
            fault = fault ?? .malformedText(line: number, encoding: encoding)
            return
        }
        switch line.name {
        case "FN": if formattedName.isEmpty { formattedName = line.text.oneLine }
        case "N": structuredName = Self.name(line.parts(";"))
        case "EMAIL": take(email: line.text)
        case "TEL": take(number: line)
        case "ADR": take(address: line)
        case "ORG":
            let organization = line.parts(";").filter { !$0.isEmpty }.joined(separator: ", ")
            if !organization.isEmpty { parts.organization = organization }
        case "CATEGORIES":
            for tag in line.parts(",").map(\.oneLine) where !tag.isEmpty {
                if tag.count <= 40 {
                    parts.tags.append(tag)
                } else {
                    parts.omissions.append(
                        "the tag “\(tag.prefix(40))…” has more than 40 characters")
                }
            }
        default:
            if !line.text.isEmpty {
                parts.notes = [parts.notes, line.text].compactMap(\.self).joined(separator: "\n")
            }
        }
    }

    /// What is kept of a card.
    private static let properties: Set = [
        "FN", "N", "EMAIL", "TEL", "ADR", "ORG", "CATEGORIES", "NOTE",
    ]

    private mutating func take(email text: String) {
        var email = text.oneLine
        if email.lowercased().hasPrefix("mailto:") { email.removeFirst("mailto:".count) }
        let isKnown = parts.emails.contains { $0.lowercased() == email.lowercased() }
        if !email.isEmpty, !isKnown { parts.emails.append(email) }
    }

    private mutating func take(number line: VCardLine) {
        let label = cut(line.label, to: 40, "what a number is")
        let number = ContactNumber(line.text.oneLine, label: label)
        if number.isNumber {
            parts.numbers.append(number)
        } else if !number.number.isEmpty {
            parts.omissions.append("“\(number.number.prefix(60))” is no number")
        }
    }

    private mutating func take(address line: VCardLine) {
        let values = line.parts(";")
        func value(_ indexes: Int...) -> String {
            indexes.compactMap { values.indices.contains($0) ? values[$0] : nil }
                .filter { !$0.isEmpty }.joined(separator: "\n")
        }
        var address = PostalAddress()
        address.label = cut(line.label, to: 40, "what an address is")
        address.street = cut(value(0, 1, 2), to: 300, "the street")
        address.city = cut(value(3).oneLine, to: 100, "the city")
        address.postalCode = cut(value(5).oneLine, to: 20, "the postal code")
        var region = value(4).oneLine
        let country = value(6).oneLine
        address.countryCode =
            line["CC"].flatMap(CountryName.code) ?? CountryName.code(of: country)
        if address.countryCode == nil, !country.isEmpty {
            region = [region, country].filter { !$0.isEmpty }.joined(separator: ", ")
        }
        address.region = cut(region, to: 100, "the region")
        if !address.isEmpty { parts.addresses.append(address) }
    }

    /// A text that is no longer than can be kept; nil for none. What is left out is noted.
    private mutating func cut(_ text: String?, to limit: Int, _ what: String) -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard text.count > limit else { return text }
        parts.omissions.append(
            "\(what) has \(text.count) characters, of which \(limit) are kept")
        return String(text.prefix(limit))
    }

    /// `Dr. Amina B. Diallo` of `Diallo;Amina;B.;Dr.;`.
    private static func name(_ parts: [String]) -> String {
        func part(_ index: Int) -> String { parts.indices.contains(index) ? parts[index] : "" }
        return [part(3), part(1), part(2), part(0), part(4)].filter { !$0.isEmpty }
            .joined(separator: " ").oneLine
    }
}

extension String {
    /// The text in one line.
    fileprivate var oneLine: String {
        split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
