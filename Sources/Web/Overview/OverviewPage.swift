import Backup
import Domain
import Persistence

/// The first page: what there is, and what it is worth.
struct OverviewPage: TemplatePage {
    static let template = "overview/show"

    var layout: LayoutPage
    /// Whether the inventory is in use.
    var hasInventory: Bool
    /// Whether nothing has been recorded yet.
    var isEmpty: Bool
    /// The first questions, while nobody has answered or skipped them: one or none.
    var start: [StartForm] = []
    /// What becomes of values in dollars, while that is to be asked: one or none.
    var values: [ValueQuestionForm] = []
    /// Whether there are items.
    var hasItems = false
    /// The list of items.
    var itemsPath: String
    var newItemPath: String
    var assetTypesPath: String
    /// Where what somebody has already is brought in.
    var importPath: String
    /// Counts and totals.
    var figures: [Figure]
    /// The names of what is due: `Descale, Espresso machine: since June 1, 2026`.
    var due: [PathLink] = []
    /// The types with most value first, among them the items without one.
    var types: [AssetTypeRow]
    /// The items added last.
    var latest: [ItemTile]

    /// Whether anything was sold, or there is something to sell.
    var hasSales = false
    var customersPath = ""
    var newCustomerPath = ""
    /// Counts and totals of the sales.
    var salesFigures: [Figure] = []
    /// The customers who bought last.
    var buyers: [PathLink] = []

    /// Whether every section is put away.
    var isBare = false
    /// The further sections.
    var parts: [OverviewPart] = []
    /// Where sections are taken back.
    var sectionsPath = ""

    /// `The last verified backup is of November 21, 2026`, or what to do about it.
    var backupText = ""
    var backupPath = ""
}

extension OverviewPage {
    /// Adds when the last backup was made that was proved to be whole.
    mutating func add(_ backup: LastBackup?, _ links: SiteLinks) {
        backupPath = links(.backup)
        backupText =
            backup.map { "The last verified backup is of \(DateText.long($0.made))" }
            ?? "Make a backup of everything"
    }
}

extension OverviewPage {
    /// What a window shows of the page: figures, and what stands beside them.
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
    /// Asks what an empty household has to say once, and a household of an earlier version.
    ///
    /// - Parameter region: where the browser seems to be.
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
    /// Adds the parts of the sections that are shown.
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

/// A number with what it counts, linked to the list behind it.
struct Figure: Sendable {
    var value: String
    var label: String
    var path: String
}

/// An item as a picture with its name.
struct ItemTile: Sendable {
    var name: String
    /// `$1,480`, or empty.
    var value: String
    var thumbnailPath: String
    var path: String
}

/// A section on the first page: what is in it, or how to begin.
struct OverviewPart: Sendable {
    var title: String
    var path: String
    /// Whether anything is in it.
    var hasRecords: Bool
    var figures: [Figure]
    /// What is worth a look, a link each.
    var links: [PathLink]
    /// Photos that are worth a look.
    var photos: [PhotoRow] = []
    /// What an empty section is for.
    var hint: String
    var startPath: String
    /// `Write the list`.
    var startLabel: String
}

extension Section {
    /// The first page, which stands for all sections where it is asked what somebody may do.
    static let overview = Section(
        "overview", "Overview", icon: "i-overview", root: .overview, topic: .start)
}

extension SectionDescription {
    static let overview = SectionDescription(
        section: .overview,
        providers: { [OverviewController(inventory: $0.inventory, shop: $0.shop)] })
}
