import Backup
import Domain
import Persistence

/// The overview: the numbers of records and their worth.
struct OverviewPage: TemplatePage {
    static let template = "overview/show"

    var layout: LayoutPage
    /// Whether nothing has been recorded yet.
    var isEmpty: Bool
    /// The first questions, until the user answers or skips them: one or none.
    var start: [StartForm] = []
    /// The question about values in dollars, while it is open: one or none.
    var values: [ValueQuestionForm] = []
    /// Whether there are items.
    var hasItems = false
    var itemsPath: String
    var newItemPath: String
    var assetTypesPath: String
    /// The page that imports existing data.
    var importPath: String
    /// Counts and totals.
    var figures: [Figure]
    /// The names of due tasks and loans: `Descale, Espresso machine: since June 1, 2026`.
    var due: [PathLink] = []
    /// The types with the highest value first, including items without a type.
    var types: [AssetTypeRow]
    /// The recently added items.
    var latest: [ItemTile]

    /// Whether there are sales or products.
    var hasSales = false
    var customersPath = ""
    var newCustomerPath = ""
    var salesFigures: [Figure] = []
    /// The customers of the latest sales.
    var buyers: [PathLink] = []

    /// Whether every section is hidden.
    var isBare = false
    /// The parts of the other sections.
    var parts: [OverviewPart] = []
    /// The page that shows hidden sections again.
    var sectionsPath = ""

    /// `The last verified backup is of November 21, 2026`, or advice about it.
    var backupText = ""
    var backupPath = ""
}

extension OverviewPage {
    /// Adds the time of the last verified backup.
    mutating func add(_ backup: LastBackup?, _ links: SiteLinks) {
        backupPath = links(.backup)
        backupText =
            backup.map { "The last verified backup is of \(DateText.long($0.made))" }
            ?? "Make a backup of everything"
    }
}

extension OverviewPage {
    /// The figures and their context, for live updates.
    var liveState: LiveState {
        let figures = figures + salesFigures + parts.flatMap(\.figures)
        let texts =
            due.map(\.label) + latest.map(\.name) + types.map(\.label) + buyers.map(\.label)
            + parts.flatMap { $0.links.map(\.label) }
        return LiveState(
            rows: [],
            totals: [
                (
                    "figures",
                    .array(
                        figures.map {
                            .object([("label", .string($0.label)), ("value", .string($0.value))])
                        })
                ), ("shown", .array(texts.map { .string($0) })),
            ])
    }
}

extension OverviewPage {
    /// Adds the questions for an empty household, or for one of an earlier version.
    ///
    /// - Parameter region: the probable region of the browser.
    /// - Throws: errors of the store.
    mutating func ask(
        _ site: Site, _ region: BrowserRegion, in context: ManagedObjectContext
    ) throws {
        if isEmpty, !site.settings.hasStarted, site.configuration.currency == nil,
            try ShopProfile.current(in: context) == nil
        {
            start = [StartForm(site, region)]
        }
        switch try ValueNotice.question(in: site.currency, context) {
        case .currency: values = [ValueQuestionForm(site)]
        case .totals: layout.standing.append(.newTotals(site.links))
        case nil: break
        }
    }
}

extension OverviewPage {
    /// Adds the parts of the shown sections.
    ///
    /// - Throws: errors of the store.
    mutating func add(sectionsOf site: Site, in context: ManagedObjectContext) throws {
        sectionsPath = site.links(.sections)
        isBare = site.sections.shown == [.overview]
        if site.sections.isShown(.books) { layout.standing = try site.sampleNotices(in: context) }
        parts = try site.catalog.descriptions.compactMap { description in
            guard site.sections.isShown(description.section) else { return nil }
            return try description.overview?(site, context)
        }
    }
}

/// A number with its label, linked to the list behind it.
struct Figure: Sendable {
    var value: String
    var label: String
    var path: String
}

extension Figure {
    /// A number of records.
    init(_ count: Int, _ one: String, _ many: String? = nil, at path: String) {
        self.init(
            value: "\(count, grouped: true)", label: count == 1 ? one : many ?? one, path: path)
    }
}

/// An item as a photo with its name.
struct ItemTile: Sendable {
    var name: String
    /// `$1,480`, or empty.
    var value: String
    var thumbnailPath: String
    var path: String
}

/// A section on the overview: its contents, or how to begin.
struct OverviewPart: Sendable {
    var title: String
    var path: String
    /// Whether anything is in it.
    var hasRecords: Bool
    var figures: [Figure]
    /// Links to notable records.
    var links: [PathLink]
    /// Notable photos.
    var photos: [PhotoRow] = []
    /// The purpose of the section, while it is empty.
    var hint: String
    var startPath: String
    /// `Write the list`.
    var startLabel: String
}

extension Section {
    /// The overview, which means all sections in checks of access.
    static let overview = Section(
        "overview", "Overview", icon: "i-overview", root: .overview, topic: .start)
}

extension SectionDescription {
    static let overview = SectionDescription(
        section: .overview,
        parts: [SectionPart { OverviewController(inventory: $0.inventory, shop: $0.shop) }],
        unseen: [.undoStep])
}
