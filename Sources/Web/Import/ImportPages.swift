import Domain
import Foundation

/// The page that selects a file for an import, with the recent imports.
struct ImportNewPage: TemplatePage {
    static let template = "import/new"

    var layout: LayoutPage
    /// The records that can be imported, in a sentence.
    var words: String
    /// The action of the form.
    var path: String
    var summary = FaultSummary()
    var file = FormField()
    /// The targets of columns, a line each.
    var map = FormField()
    var kinds: [SelectOption]
    /// The encodings to choose from.
    var encodings: [SelectOption]
    /// The columns of each kind.
    var hints: [ImportHint]
    /// The same import as a command.
    var command: String
    /// `At most 20 MB.`
    var limits: String
    var imports: [ImportLink]
    /// The page that imports address cards; empty if no customers can be imported.
    var cardsPath = ""
    /// The export of closed days, which cannot be imported.
    var closedDaysPath = ""
}

/// A finished import in the list of them.
struct ImportLink: Sendable {
    /// `customers.csv`.
    var label: String
    var path: String
    /// `Nov 21, 2026 · 3 new, 1 changed · taken back`.
    var details: String
}

/// The columns of a kind, and its export.
struct ImportHint: Sendable {
    /// `Customers`.
    var label: String
    /// The titles of its columns: `Name, Serial number`.
    var columns: String
    /// The names of the columns in files: `itemName, serialNumber`.
    var columnNames: String
    /// The effect of an import, in a sentence or two.
    var text: String
    /// The address of the export.
    var exportPath: String
}

/// The page of a finished import, with its undo.
struct ImportDonePage: TemplatePage {
    static let template = "import/done"

    var layout: LayoutPage
    /// `customers.csv was imported`.
    var heading: String
    /// `Nov 21, 2026`.
    var day: String
    /// The results, a sentence each.
    var facts: [String]
    /// Whether it can be undone.
    var canUndo: Bool
    /// The action that undoes it.
    var undoPath: String
    /// The obstacles to its undo, a sentence each.
    var obstacles: [String] = []
    var newPath: String
    /// The lists with the imported records.
    var links: [PathLink]
}

/// The progress of an import or of its undo. The page reloads every second.
struct ImportProgressPage: TemplatePage {
    static let template = "import/progress"

    var layout: LayoutPage
    /// `things.csv`.
    var name: String
    /// `Checking each row: 40 %`.
    var words: String
    var percent: String
    /// Whether it can still be cancelled.
    var canCancel: Bool
    var cancelPath: String
    /// The address of the page.
    var path: String
}

extension ImportProgressPage {
    /// - Parameter path: the address of the page.
    init(
        _ state: ImportProgress.State, named name: String, token: String, at path: SitePath,
        _ site: Site, _ place: ImportPlace
    ) {
        let percent = Int(state.fraction * 100)
        let verb =
            switch state.phase {
            case .reading: "Reading the file: \(percent) %"
            case .trying: "Checking each row: \(percent) %"
            case .importing: "Importing: \(percent) %"
            case .saving: "Saving"
            case .checking: "Checking whether it can be undone: \(percent) %"
            case .takingBack: "Undoing: \(percent) %"
            }
        self.init(
            layout: site.layout(
                title: "Import \(name)", section: place.section, topic: .importing,
                crumbs: place.crumbs(site.links)), name: name.isEmpty ? "Import" : name,
            words: verb, percent: String(percent), canCancel: state.phase.canBeCancelled,
            cancelPath: site.links(place.cancel(token)), path: site.links(path))
    }
}

/// The page that asks for the targets of a file's columns, or for its encoding.
struct ImportMappingPage: TemplatePage {
    static let template = "import/mapping"
    /// A refusal shows the next question, not a fault.
    static let titlesRefusal = false

    var layout: LayoutPage
    /// `Where the columns go`.
    var name: String
    /// The instruction, in a sentence.
    var words: String
    /// The reason why the file cannot be read.
    var fault: String
    var mapping: ImportMappingForm
    /// The page that selects another file.
    var newPath: String
}

extension ImportNewPage {
    /// - Parameters:
    ///   - records: the recent imports.
    ///   - unreadable: the imports with unreadable records.
    init(
        _ records: [ImportRecord], unreadable: [(id: String, date: Date)], command: String,
        _ site: Site, _ place: ImportPlace
    ) {
        let size = ByteCount.text(site.configuration.limits.uploadBytes)
        var links = records.filter { place.takes($0.kind) }.map {
            (date: $0.date, link: ImportLink($0, site.links, place))
        }
        // Nothing says what they contain.
        if place == .everything {
            links += unreadable.map {
                let link = ImportLink(
                    label: "An import that cannot be read", path: site.links(place.done($0.id)),
                    details: DayText.short(CalendarDay($0.date)))
                return (date: $0.date, link: link)
            }
        }
        let kinds = site.household.importKinds.filter(place.takes)
        self.init(
            layout: site.layout(
                title: "Import", section: place.section, subsection: place.subsection),
            words: place.words, path: site.links(place.root),
            kinds: [SelectOption(value: "", label: "Find out from the first line")]
                + kinds.map { SelectOption(value: $0.rawValue, label: $0.label) },
            encodings: [SelectOption(value: "", label: "Find out from the file")]
                + CSVEncoding.allCases.map { SelectOption(value: $0.rawValue, label: $0.label) },
            hints: kinds.compactMap { kind in
                guard let pages = site.importPages(of: kind) else { return nil }
                return ImportHint(
                    label: kind.label,
                    columns: kind.columns.map { $0.label(in: kind) }.joined(separator: ", "),
                    columnNames: kind.columns.map(\.rawValue).joined(separator: ", "),
                    text: pages.hint, exportPath: site.links(pages.export))
            }, command: command,
            limits: "At most \(size). The command “homeowner import” takes larger files.",
            imports: links.sorted { $0.date > $1.date }.map(\.link))
        cardsPath = site.links(.customerCards)
        closedDaysPath = site.links(SitePath.closedDays.csv)
    }

    /// Shows the input again with its faults.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        summary = refusal.summary
        file = FormField(fault: refusal.message(for: "file"))
        map = FormField(
            form.values("map").joined(separator: "\n"), fault: refusal.message(for: "map"))
        kinds.select(form["kind"])
        encodings.select(form["encoding"])
    }
}

extension ImportLink {
    fileprivate init(_ record: ImportRecord, _ links: SiteLinks, _ place: ImportPlace) {
        let state =
            switch (record.work, record.state) {
            case (.saving, _): " · being imported"
            case (.undoing, _): " · being undone"
            case (.none, .done): ""
            case (.none, .undone): " · undone"
            case (.none, .forgotten): " · can no longer be undone"
            }
        let result = record.work == .saving ? "" : " · \(record.counts.text)"
        self.init(
            label: record.fileName.isEmpty ? record.kind.label : record.fileName,
            path: links(
                record.work == .saving ? place.waiting(record.id) : place.done(record.id)),
            details: DayText.short(CalendarDay(record.date)) + result + state)
    }
}

extension ImportCounts {
    /// `3 new, 1 changed, 12 unchanged`.
    var text: String {
        let parts = [
            (new, "new"), (changed, "changed"), (unchanged, "unchanged"), (refused, "refused"),
        ]
        let shown = parts.filter { $0.0 > 0 }.map { "\($0.0, grouped: true) \($0.1)" }
        return shown.isEmpty ? "nothing" : shown.joined(separator: ", ")
    }
}

extension ImportDonePage {
    init(_ record: ImportRecord, obstacles: [String] = [], _ site: Site, _ place: ImportPlace) {
        let name = record.fileName.isEmpty ? "The file" : "“\(record.fileName)”"
        let heading = record.state == .undone ? "\(name) was undone" : "\(name) was imported"
        self.init(
            layout: site.layout(
                title: heading, section: place.section, topic: .importing,
                crumbs: place.crumbs(site.links)), heading: heading,
            day: DayText.short(CalendarDay(record.date)), facts: Self.facts(record, site),
            canUndo: record.state == .done, undoPath: site.links(place.undo(record.id)),
            obstacles: obstacles, newPath: site.links(place.root),
            links: Self.lists(record.kind, site))
    }

    /// The lists with the imported records.
    private static func lists(_ kind: ImportKind, _ site: Site) -> [PathLink] {
        guard let pages = site.importPages(of: kind) else { return [] }
        let own = PathLink(label: pages.listLabel ?? kind.label, path: site.links(pages.list))
        let further = pages.further.map { PathLink(label: $0.label, path: site.links($0.path)) }
        return [own] + further.filter { $0.path != own.path }
    }

    private static func facts(_ record: ImportRecord, _ site: Site) -> [String] {
        var facts = [
            "\(ItemCount.text(record.counts.total, "row", "rows")): \(record.counts.text)."
        ]
        let described = site.household.importKinds.compactMap(\.description)
            .filter { $0.entity != .item }.map { ($0.entity.rawValue, $0.one, $0.many) }
        let words =
            [
                ("Item", "item", "items"), ("AssetType", "asset type", "asset types"),
                ("Location", "location", "locations"), ("Tag", "tag", "tags"),
                ("ItemField", "field", "fields"), ("ItemPhoto", "photo", "photos"),
                ("Document", "document", "documents"), ("Loan", "loan", "loans"),
                ("CareTask", "task", "tasks"), ("Customer", "customer", "customers"),
                ("CustomerNumber", "further phone number", "further phone numbers"),
                ("CustomerAddress", "address", "addresses"),
                ("CustomerTag", "customer tag", "customer tags"), ("CreditCard", "card", "cards"),
                ("Product", "product", "products"),
                ("ProductCategory", "product category", "product categories"),
                ("TaxRate", "tax rate", "tax rates"), ("Sale", "sale", "sales"),
                ("SaleLine", "line", "lines"), ("Payment", "payment", "payments"),
                ("PaymentKind", "payment method", "payment methods"),
                ("StockEntry", "stock change", "stock changes"),
            ] + described + [
                ("BookCategory", "category", "categories"), ("Place", "album", "albums"),
            ]
        let made = words.compactMap { entity, one, many in
            let count = record.madeCount(entity)
            return count > 0 ? ItemCount.text(count, one, many) : nil
        }
        if record.state == .done, !made.isEmpty { facts.append("It added \(made.listText).") }
        let numbers = record.saleNumbers
        let label = numbers.map { "number\($0.isOne ? "" : "s") \($0.text)" } ?? ""
        switch record.state {
        case .done:
            if numbers != nil {
                facts.append(
                    "Its sales have the \(label). If you undo it, no other sale gets "
                        + "\(numbers?.isOne == true ? "it" : "them"), and a gap stays.")
            }
        case .undone:
            facts.append(
                record.left.isEmpty
                    ? "Undone."
                    : "Undone, but for what was changed meanwhile: " + record.left.listText + ".")
            if numbers != nil { facts.append("No sale uses \(label) now.") }
        case .forgotten:
            facts.append("A person in it was removed, and the data for undoing it as well.")
        }
        return facts
    }
}
