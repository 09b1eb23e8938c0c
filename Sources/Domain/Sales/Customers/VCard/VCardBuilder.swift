import Foundation

/// Builds a card from its lines.
struct VCardBuilder {
    /// The number of its first line.
    let line: Int
    private var formattedName = ""
    /// The parts of its name.
    private var structuredName = ""
    private var parts = VCard(name: "")
    private var fault: VCardFault?
    /// The depth of nested cards: those of an agent, up to version 3.0.
    private var agentDepth = 0
    private var isBeforeAgent = false
    /// The groups of lines that may have a custom label.
    private var numberGroups: [String?] = []
    private var addressGroups: [String?] = []
    private var emailGroups: [String?] = []
    /// The labels of groups, as in Apple's programs: `item1.X-ABLabel:Shed`.
    private var labels: [String: String] = [:]
    /// The unsupported details.
    private var leftOut: [String] = []

    init(line: Int) {
        self.line = line
    }

    /// The card, or its fault.
    var card: Result<VCard, VCardFault> {
        if let fault { return .failure(fault) }
        let names = [formattedName, structuredName, parts.organization ?? ""] + parts.emails
        guard let name = names.first(where: { !$0.isEmpty }) else { return .failure(.noName) }
        var card = self
        card.takeLabels()
        card.parts.name = card.cut(name, to: 100, "the name") ?? ""
        if let organization = parts.organization {
            if organization == name {
                card.parts.organization = nil
            } else {
                card.parts.omissions.append("the organization “\(organization.prefix(60))”")
            }
        }
        card.parts.omissions += leftOut
        return .success(card.parts)
    }

    /// Whether a card that begins now is nested in this one.
    var beginsAgent: Bool { isBeforeAgent || agentDepth > 0 }

    mutating func beginAgent() {
        agentDepth += 1
        isBeforeAgent = false
    }

    /// Ends a nested card. Returns false if there is none.
    mutating func endAgent() -> Bool {
        guard agentDepth > 0 else { return false }
        agentDepth -= 1
        return true
    }

    mutating func take(_ line: VCardLine, number: Int) {
        guard agentDepth == 0 else { return }
        isBeforeAgent = line.name == "AGENT" && line.value.isEmpty
        guard Self.properties.contains(line.name) else { return leaveOut(line) }
        if let encoding = line.missedEncoding {
            fault = fault ?? .malformedText(line: number, encoding: encoding)
            return
        }
        switch line.name {
        case "FN": if formattedName.isEmpty { formattedName = line.text.oneLine }
        case "N": structuredName = Self.name(line.parts(";"))
        case "EMAIL": take(email: line)
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

    /// The supported properties.
    private static let properties: Set = [
        "FN", "N", "EMAIL", "TEL", "ADR", "ORG", "CATEGORIES", "NOTE",
    ]

    /// Properties about the card instead of the person, and redundant ones.
    private static let technical: Set = [
        "VERSION", "PRODID", "REV", "UID", "KIND", "SOURCE", "NAME", "PROFILE", "MAILER", "CLASS",
        "XML",
        "CLIENTPIDMAP", "SORT-STRING", "SORT-AS", "LABEL", "TZ", "X-ABUID", "X-ABADR", "X-ABSHOWAS",
        "X-IMAGEHASH", "X-IMAGETYPE",
    ]

    private static let words = [
        "PHOTO": "a picture", "LOGO": "a logo", "SOUND": "a sound", "BDAY": "a birthday",
        "ANNIVERSARY": "an anniversary", "URL": "a web address", "TITLE": "a job title",
        "ROLE": "a role", "NICKNAME": "a nickname", "IMPP": "an address for messages",
        "GEO": "a position", "KEY": "a key", "RELATED": "a related person", "GENDER": "a gender",
        "LANG": "a language", "AGENT": "the card of an agent",
    ]

    /// Records an unsupported line.
    private mutating func leaveOut(_ line: VCardLine) {
        if line.name == "X-ABLABEL" {
            if let group = line.group { labels[group] = Self.label(line.text) }
            return
        }
        if line.name == "AGENT", line.value.uppercased() == "BEGIN:VCARD" { agentDepth = 1 }
        guard !Self.technical.contains(line.name), !line.value.isEmpty || isBeforeAgent else {
            return
        }
        let words = Self.words[line.name] ?? String(line.name.prefix(40))
        if !leftOut.contains(words) { leftOut.append(words) }
    }

    /// `Home` of `_$!<Home>!$_`, the form of Apple's predefined labels.
    private static func label(_ text: String) -> String {
        let own = text.oneLine.wholeMatch(of: /_\$!<(.+)>!\$_/)?.1
        let label = own.map(String.init) ?? text.oneLine
        return VCardLine.knownLabels.contains(label.lowercased()) ? label.lowercased() : label
    }

    /// Sets the labels of numbers and addresses by their groups.
    private mutating func takeLabels() {
        let labels = labels
        func label(_ group: String?) -> String? { group.flatMap { labels[$0] } }
        for (index, group) in numberGroups.enumerated() {
            guard let label = cut(label(group), to: 40, "what a number is") else { continue }
            parts.numbers[index].label = label
        }
        for (index, group) in addressGroups.enumerated() {
            guard let label = cut(label(group), to: 40, "what an address is") else { continue }
            parts.addresses[index].label = label
        }
        for case let label? in emailGroups.map(label) where !label.isEmpty {
            parts.omissions.append("“\(label.prefix(40))”, which an e-mail address is called")
        }
    }

    private mutating func take(email line: VCardLine) {
        var email = line.text.oneLine
        if email.lowercased().hasPrefix("mailto:") { email.removeFirst("mailto:".count) }
        let isKnown = parts.emails.contains { $0.lowercased() == email.lowercased() }
        guard !email.isEmpty, !isKnown else { return }
        parts.emails.append(email)
        emailGroups.append(line.group)
    }

    private mutating func take(number line: VCardLine) {
        let label = cut(line.label, to: 40, "what a number is")
        let number = ContactNumber(line.text.oneLine, label: label)
        if number.isNumber {
            parts.numbers.append(number)
            numberGroups.append(line.group)
        } else if !number.number.isEmpty {
            parts.omissions.append("“\(number.number.prefix(60))” is not a number")
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
        guard !address.isEmpty else { return }
        parts.addresses.append(address)
        addressGroups.append(line.group)
    }

    /// The text cut to the limit, which is recorded; nil for none.
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
