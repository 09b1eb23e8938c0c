import Domain
import Foundation
import HTTPTypes

/// The settings of the household, with links to further settings.
struct SettingsPage: TemplatePage {
    static let template = "settings/show"

    var layout: LayoutPage
    /// The address of the household's form.
    var path: String
    var summary = FaultSummary()
    /// The version that the form shows.
    var version: String
    /// The initial texts of the form.
    var shown: [HiddenField]
    // The versions after a stale edit; the rows are empty otherwise.
    let name = "Household"
    var hasBefore = false
    var rows: [ConflictRow] = []
    var recordPath = ""
    var household: FormField
    var currency: FormField
    var currencies: [SelectOption]
    var region: FormField
    var regions: [SelectOption]
    /// A sample date and amount in the region.
    var regionSample: String
    /// The reason why the page does not set the currency; empty if it does.
    var given = ""
    /// Whether the currency can no longer be changed.
    var isCurrencyLocked = false
    /// The links to further settings by topic.
    var groups: [Group]
    /// The address for choosing the appearance.
    var appearancePath: String
    var appearances: [Choice]
    /// The technical pages.
    var technical: [Link]

    /// Settings of one topic.
    struct Group: Sendable {
        var title: String
        var links: [Link]
    }

    /// A link to a page with settings.
    struct Link: Sendable {
        var label: String
        var detail: String
        var path: String

        /// The link to an address; nil if the user may not use it.
        static func make(
            _ label: String, _ detail: String, _ path: String, by access: Access,
            for viewer: Viewer
        ) -> Link? {
            viewer.may(access) ? Link(label: label, detail: detail, path: path) : nil
        }
    }

    /// A color scheme to choose.
    struct Choice: Sendable {
        var value: String
        var label: String
        var isSelected: Bool
    }
}

extension SettingsPage.Group: TemplateValue {
    /// The group with the links that the viewer may follow; nil without any.
    func served(by rendering: Rendering) -> Any? {
        var group = self
        group.links.removeAll { !rendering.offers(.get, $0.path) }
        return group.links.isEmpty ? nil : rendering.members(of: group)
    }
}

extension SettingsPage {
    /// The page with the saved settings.
    ///
    /// - Parameter lock: the reason why the currency cannot be changed; nil if it can.
    init(_ site: Site, for client: Client, lock: String?, notices: [Notice] = []) {
        let links = site.links
        var layout = site.layout(title: "Settings", notices: notices)
        layout.isSettings = true
        layout.alternates = [.json(links(SitePath.settings.json))]
        let code = site.currency.code
        self.init(
            layout: layout, path: links(.settings), version: String(site.settingsVersion),
            shown: PostedForm.hidden(site.settingsTexts), household: FormField(site.settings.name),
            currency: FormField(code), currencies: Currency.options(selected: code),
            region: FormField(site.region.identifier),
            regions: Region.options(selected: site.region.identifier),
            regionSample: site.region.sample(in: site.currency),
            groups: Self.groups(site, for: client.viewer), appearancePath: links(.appearance),
            appearances: Appearance.allCases.map {
                Choice(
                    value: $0.rawValue, label: $0.label, isSelected: $0 == client.appearance)
            },
            technical: Self.technical(site, for: client.viewer))
        if let lock {
            given = "It can no longer be changed: \(lock)."
            isCurrencyLocked = true
        }
        if site.configuration.currency != nil {
            given =
                "The program was started with the currency \(code), which overrides this setting."
        }
    }

    /// Shows the input with its faults.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        let posted = PostedForm(form)
        var form = form
        if refusal.status == .conflict {
            let saved = [
                "household": household.value, "currency": currency.value, "region": region.value,
            ]
            (recordPath, hasBefore) = (path, !posted.shown.isEmpty)
            let options = currencies + regions
            rows = posted.comparison(
                [("household", "Name"), ("currency", "Currency"), ("region", "Region")], saved
            ) { name, text in
                name == "household" ? text : options.first { $0.value == text }?.label ?? text
            }
            form = posted.mine(over: saved)
        } else if let version = form["version"] {
            (self.version, shown) = (version, PostedForm.hidden(posted.shown))
        }
        household = FormField(
            form["household"] ?? household.value, fault: refusal.message(for: "household"))
        currency = FormField(
            form["currency"] ?? currency.value, fault: refusal.message(for: "currency"))
        currencies = Currency.options(selected: currency.value)
        region = FormField(form["region"] ?? region.value, fault: refusal.message(for: "region"))
        regions = Region.options(selected: region.value)
        summary = refusal.summary
    }

    private static func groups(_ site: Site, for viewer: Viewer) -> [Group] {
        let links = site.links
        let hasAccount = viewer.account != nil
        let hasAccounts = !site.configuration.hasNoAccounts
        let shown = site.sections.shown.count - 1
        func link(
            _ label: String, _ detail: String, _ path: SitePath, by access: Access,
            if isThere: Bool = true
        ) -> Link? {
            isThere ? .make(label, detail, links(path), by: access, for: viewer) : nil
        }
        return [
            Group(
                title: "What is used",
                links: [
                    link(
                        "Sections", "\(shown) of \(site.catalog.choices.count) are shown",
                        .sections,
                        by: .editors(of: .overview)),
                    link(
                        "Shop", "Receipts, taxes, payment methods", .shop,
                        by: .editors(of: .sales)),
                ].compactMap(\.self)),
            Group(
                title: "People and devices",
                links: [
                    link(
                        "Your account", "Password, two-step sign-in, where you are signed in",
                        .account, by: .browsers, if: hasAccount),
                    link(
                        "Reminders", "What is due, by mail, on your phone, or to a program",
                        .reminders, by: .browsers, if: hasAccount),
                    link(
                        "People",
                        hasAccount
                            ? "Who signs in, and what they may do"
                            : "No accounts yet: add yourself first", .people, by: .owners,
                        if: hasAccounts),
                    link(
                        "Phone and network", "Open Homeowner on a phone, by a QR code", .phone,
                        by: .browsers, if: hasAccounts),
                    link(
                        "Links for others", "What people without an account may see", .sharing,
                        by: .editors(of: .inventory), if: hasAccount),
                ].compactMap(\.self)),
            Group(
                title: "Data",
                links: [
                    link(
                        "Backup", "All records and pictures in one file", .backup, by: .owners),
                    link(
                        "Import", "Import a list that you have", .imports,
                        by: .editors(of: .overview)),
                    link(
                        "Activity", "Who changed what", .activity, by: .readers(of: .overview)),
                ].compactMap(\.self)),
        ]
    }

    private static func technical(_ site: Site, for viewer: Viewer) -> [Link] {
        let links = site.links
        return [
            .make(
                "Model", "How records are stored", links(.model), by: .readers(of: .overview),
                for: viewer),
            .make(
                "API and scripts", "JSON, CSV, and commands for a terminal",
                links(.guidePage("scripts")), by: .everybody, for: viewer),
            viewer.account == nil
                ? nil
                : .make(
                    "Tokens", "What scripts sign in with", links(.accountTokens), by: .browsers,
                    for: viewer),
            .make(
                "Sample books", "Load them again", links(.bookSamples), by: .editors(of: .books),
                for: viewer),
        ].compactMap(\.self)
    }
}

extension Site {
    /// The texts of the household's form.
    var settingsTexts: [String: String] {
        [
            "household": settings.name, "currency": currency.code,
            "region": region.identifier,
        ]
    }

    /// A number that changes with them, within the whole numbers of JavaScript.
    var settingsVersion: Int64 {
        var hash = ContentHash()
        for (_, text) in settingsTexts.sorted(by: { $0.key < $1.key }) { hash.add(text + "\u{1}") }
        return Int64(hash.value >> 11)
    }
}

extension Currency {
    /// The currencies to choose from, with their names: `EUR · Euro`.
    static func options(selected code: String) -> [SelectOption] {
        named.map {
            SelectOption(value: $0.code, label: $0.label, isSelected: $0.code == code)
        }
    }

    private static let named: [(code: String, label: String)] = {
        let english = Locale(identifier: "en_US")
        return all.map { currency in
            let name = english.localizedString(forCurrencyCode: currency.code)
            return (currency.code, name.map { "\(currency.code) · \($0)" } ?? currency.code)
        }
    }()
}

extension Region {
    /// The regions to choose from, with their names.
    static func options(selected identifier: String) -> [SelectOption] {
        [
            SelectOption(
                value: "", label: "Not chosen: English, and unclear input is asked about",
                isSelected: identifier.isEmpty)
        ]
            + choices.map {
                SelectOption(
                    value: $0.identifier, label: $0.label,
                    isSelected: $0.identifier == identifier)
            }
    }

    /// A sample of a date, time and amount: `31.12.2026, 14:05 · 1.234,50 €`.
    func sample(in currency: Currency) -> String {
        guard let day = CalendarDay(year: 2026, month: 12, day: 31) else { return "" }
        let amount: Decimal = currency.places == 0 ? 1_234 : 1_234.5
        return Self.$current.withValue(self) {
            "\(day.text), \(DateText.time(day.date.addingTimeInterval(50_700), in: .gmt)) · \(currency.text(amount))"
        }
    }
}

/// The first questions of an empty household, filled with the browser's suggestions.
struct StartForm: Sendable {
    /// The address of the form.
    var path: String
    var currencies: [SelectOption]
    var regions: [SelectOption]
    /// The name of the country; empty if there is no suggestion.
    var country: String
}

/// The answer to the first questions.
enum StartAnswer: String, CaseIterable, Sendable {
    case save, skip
}

extension StartForm {
    /// - Parameter suggestion: the browser's country.
    init(_ site: Site, _ suggestion: BrowserRegion) {
        self.init(
            path: site.links(.settings),
            currencies: Currency.options(selected: (suggestion.currency ?? site.currency).code),
            regions: Region.options(selected: suggestion.region.identifier),
            country: suggestion.countryName)
    }
}
