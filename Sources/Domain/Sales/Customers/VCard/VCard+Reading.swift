public import Foundation

extension VCard {
    /// The most cards that are read at once.
    public static let mostCards = 5_000

    /// Reads address cards: vCard 3.0 and 4.0, and what telephones write in 2.1.
    ///
    /// What there is no place for, as pictures and birthdays, is passed over.
    /// - Throws: ``VCardFault``.
    public static func cards(in data: Data) throws(VCardFault) -> [VCard] {
        guard var text = String(bytes: data, encoding: .utf8) else { throw .notText }
        if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
        var cards: [VCard] = []
        var reader: VCardBuilder?
        for (number, line) in lines(of: text) {
            guard let line = VCardLine(line[...]) else { continue }
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", "VCARD"):
                if let reader { throw .incomplete(line: reader.line) }
                reader = VCardBuilder(line: number)
            case ("END", "VCARD"):
                guard let done = reader else { continue }
                guard let card = done.card else { throw .incomplete(line: done.line) }
                guard cards.count < mostCards else { throw .tooMany(limit: mostCards) }
                cards.append(card)
                reader = nil
            default: reader?.take(line)
            }
        }
        if let reader { throw .incomplete(line: reader.line) }
        guard !cards.isEmpty else { throw .noCard }
        return cards
    }

    /// The lines of a text with those that go on put together, each with the number of its first.
    private static func lines(of text: String) -> [(number: Int, line: String)] {
        var lines: [(number: Int, line: String)] = []
        let raw = text.replacingOccurrences(of: "\r\n", with: "\n").split(
            separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in raw.enumerated() {
            if let first = line.first, first == " " || first == "\t", !lines.isEmpty {
                lines[lines.count - 1].line += line.dropFirst()
            } else if let last = lines.last, VCardLine.goesOn(last.line) {
                lines[lines.count - 1].line = String(last.line.dropLast()) + String(line)
            } else if !line.isEmpty {
                lines.append((index + 1, String(line)))
            }
        }
        return lines
    }
}

/// Puts a card together, line by line.
private struct VCardBuilder {
    /// The line in which it begins.
    let line: Int
    private var formattedName = ""
    /// The name of its parts.
    private var structuredName = ""
    private var parts = VCard(name: "")

    init(line: Int) {
        self.line = line
    }

    /// The card; nil without a name.
    var card: VCard? {
        let names = [formattedName, structuredName, parts.organization ?? ""] + parts.emails
        guard let name = names.first(where: { !$0.isEmpty }) else { return nil }
        var card = parts
        card.name = String(name.prefix(100))
        if card.organization == card.name { card.organization = nil }
        return card
    }

    mutating func take(_ line: VCardLine) {
        switch line.name {
        case "FN": if formattedName.isEmpty { formattedName = line.text.oneLine }
        case "N": structuredName = Self.name(line.parts(";"))
        case "EMAIL":
            let email = line.text.replacingOccurrences(of: "mailto:", with: "")
            if !email.isEmpty { parts.emails.append(email) }
        case "TEL":
            let number = ContactNumber(Self.number(line.text), label: line.label)
            if number.isNumber { parts.numbers.append(number) }
        case "ADR":
            let address = PostalAddress(line)
            if !address.isEmpty { parts.addresses.append(address) }
        case "ORG":
            let organization = line.parts(";").filter { !$0.isEmpty }.joined(separator: ", ")
            if !organization.isEmpty { parts.organization = organization }
        case "CATEGORIES":
            parts.tags += line.parts(",").filter { (1...40).contains($0.count) }
        case "NOTE":
            if !line.text.isEmpty {
                parts.notes = [parts.notes, line.text].compactMap(\.self).joined(separator: "\n")
            }
        default: break
        }
    }

    /// `Dr. Amina B. Diallo` of `Diallo;Amina;B.;Dr.;`.
    private static func name(_ parts: [String]) -> String {
        func part(_ index: Int) -> String { parts.indices.contains(index) ? parts[index] : "" }
        return [part(3), part(1), part(2), part(0), part(4)].filter { !$0.isEmpty }
            .joined(separator: " ").oneLine
    }

    /// The number of `tel:+49-171-1234567;ext=5`, or as it is written.
    private static func number(_ text: String) -> String {
        guard text.lowercased().hasPrefix("tel:") else { return text.oneLine }
        let parts = text.dropFirst("tel:".count).split(separator: ";")
        let number = parts.first.map(String.init) ?? ""
        let ending = parts.first { $0.lowercased().hasPrefix("ext=") }
        return number + (ending.map { " x\($0.dropFirst("ext=".count))" } ?? "")
    }
}

extension PostalAddress {
    fileprivate init(_ line: VCardLine) {
        self.init()
        let parts = line.parts(";")
        func part(_ indexes: Int..., limit: Int) -> String? {
            let text = indexes.compactMap { parts.indices.contains($0) ? parts[$0] : nil }
                .filter { !$0.isEmpty }.joined(separator: "\n")
            return text.isEmpty ? nil : String(text.prefix(limit))
        }
        label = line.label
        street = part(0, 1, 2, limit: 300)
        city = part(3, limit: 100)?.oneLine
        region = part(4, limit: 100)?.oneLine
        postalCode = part(5, limit: 20)?.oneLine
        let country = part(6, limit: 100)?.oneLine ?? ""
        if let code = Self.code(of: line["CC"] ?? country) {
            countryCode = code
        } else if !country.isEmpty {
            region = [region, country].compactMap(\.self).joined(separator: ", ")
        }
    }

    /// The letters of a country that is named, or given by them; nil for none that is known.
    private static func code(of country: String) -> String? {
        let codes = Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 }
        if codes.contains(country.uppercased()) { return country.uppercased() }
        guard country.count > 2 else { return nil }
        let english = Locale(identifier: "en")
        return codes.first {
            english.localizedString(forRegionCode: $0)?.lowercased() == country.lowercased()
        }
    }
}

extension String {
    /// The text in one line.
    fileprivate var oneLine: String {
        split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
