import Domain
import Foundation

/// The tokens of the user's scripts, with a form for another one.
struct TokensPage: TemplatePage {
    static let template = "people/tokens"

    var layout: LayoutPage
    var tokens: [TokenRow]
    /// Whether a token was just created.
    var isNew = false
    var newName = ""
    /// Its text, shown once.
    var newText = ""
    /// An example of a command with the token.
    var command = ""
    var path: String
    /// The page with all addresses.
    var apiPath: String
    var name: FormField
    var access: FormField
    var accesses: [SelectOption]
    var section: FormField
    var sections: [SectionBox]
    var until: FormField
    var summary: FaultSummary

    /// A section that the token can access.
    struct SectionBox: Sendable {
        var value: String
        var label: String
        var isSelected: Bool
    }

    struct TokenRow: Sendable {
        var name: String
        /// The access in words.
        var rights: String
        var times: String
        var hasEnded: Bool
        var deletePath: String
    }
}

extension TokensPage {
    init(
        _ people: People, _ tokens: [AccessToken], of account: Account, _ form: TokenForm,
        _ notices: [Notice], _ refusal: ValidationErrors?
    ) {
        let links = people.links
        let now = people.site.configuration.now()
        self.init(
            layout: people.site.layout(
                title: "Tokens for scripts", topic: .people,
                crumbs: [
                    people.site.settingsCrumb,
                    PathLink(label: "Your account", path: links(.account)),
                ],
                notices: notices),
            tokens: tokens.map { TokenRow($0, people.site, now) },
            path: links(.accountTokens), apiPath: links(.apiGuide),
            name: FormField(form.name, fault: refusal?.message(for: "name")),
            access: FormField(form.access, fault: refusal?.message(for: "access")),
            accesses: [
                SelectOption(value: "read", label: "Read", isSelected: form.access != "write"),
                SelectOption(
                    value: "write", label: "Read and change", isSelected: form.access == "write"),
            ],
            section: FormField(fault: refusal?.message(for: "section")),
            sections: TokenForm.sections(for: account.role, of: people.site.catalog).map {
                SectionBox(
                    value: $0.rawValue, label: $0.label,
                    isSelected: form.sections.contains($0.rawValue))
            },
            until: FormField(form.until, fault: refusal?.message(for: "until")),
            summary: refusal?.summary ?? FaultSummary())
    }

    /// Shows a new token.
    ///
    /// - Parameter address: the address of the site in the browser.
    mutating func show(
        _ token: AccessToken, _ text: String, at address: String, _ catalog: SectionCatalog
    ) {
        isNew = true
        newName = token.name
        newText = text
        let list = token.sections.sorted().first.flatMap(catalog.section(named:)) ?? .inventory
        let path = token.account.role.reads(list) ? list.root : Section.sales.root
        command = "curl -H 'Authorization: Bearer \(text)' \(address)\(path.json.path)"
        if let index = tokens.firstIndex(where: { $0.name == token.name }) {
            tokens[index].times = "New"
        }
    }
}

extension TokensPage.TokenRow {
    init(_ token: AccessToken, _ site: Site, _ now: Date) {
        let names = site.catalog.choices.filter { token.sections.contains($0.rawValue) }.map(
            \.label)
        let sections = names.isEmpty ? "everything that you may" : names.joined(separator: ", ")
        let end = DateText.long(token.expires - 1)
        let use = token.lastUsed.map { "last used \(DateText.long($0))" } ?? "never used"
        self.init(
            name: token.name,
            rights: (token.writes ? "Reads and changes " : "Reads ") + sections,
            times: token.expires > now ? "Until \(end), \(use)" : "Ended \(end)",
            hasEnded: token.expires <= now,
            deletePath: site.links(.deleteToken(token.id.uuidString)))
    }
}

/// The input of the form for a new token.
struct TokenForm: Sendable {
    /// The values of the form.
    struct Fields: Sendable {
        let name: String
        let writes: Bool
        let sections: Set<String>
        let end: Date
    }

    var name = ""
    var access = "read"
    var sections: Set<String> = []
    /// The last day; by default 90 days from today.
    var until = "\(CalendarDay.today().adding(days: 90))"

    init() {}

    init(_ form: FormData) {
        name = form["name"] ?? ""
        access = form["access"] ?? access
        sections = Set(form.values("section"))
        until = form["until"] ?? until
    }

    /// The sections that a role can choose.
    static func sections(for role: Role, of catalog: SectionCatalog) -> [Section] {
        catalog.choices.filter { role.reads($0) }
    }

    /// - Throws: ``ValidationErrors`` for invalid input. The accounts check the name and the day.
    func checked(for role: Role, _ catalog: SectionCatalog) throws(ValidationErrors) -> Fields {
        var faults: [FieldError] = []
        func refuse(_ field: String, _ label: String, _ message: String) {
            faults.append(FieldError(field: field, label: label, message: message))
        }
        if !["read", "write"].contains(access) {
            refuse("access", "May", "“\(access.prefix(30))” is neither read nor write")
        } else if access == "write", role == .viewer {
            refuse("access", "May", "you can only read, and so can your tokens")
        }
        let known = Set(Self.sections(for: role, of: catalog).map(\.rawValue))
        if let section = sections.subtracting(known).min() {
            refuse("section", "Sections", "“\(section.prefix(30))” is not one of your sections")
        }
        var end = Date.distantPast
        do {
            end = try CalendarDay(parsing: until).end()
        } catch {
            refuse("until", "Until", until.isEmpty ? "enter a value" : error.description)
        }
        guard faults.isEmpty else { throw ValidationErrors(faults: faults) }
        return Fields(name: name, writes: access == "write", sections: sections, end: end)
    }
}

extension CalendarDay {
    /// The end of the day in a time zone. Default: the server's.
    func end(in zone: TimeZone = .current) -> Date {
        let midnight = adding(days: 1).date
        return midnight - TimeInterval(zone.secondsFromGMT(for: midnight))
    }
}
