import Domain
import Persistence

/// The parts of every page around its content: head, sections, search, breadcrumbs and notices.
struct LayoutPage: Sendable {
    /// The title of the browser's tab: `Walnut sideboard · Homeowner`.
    var title: String

    // These stay the same while the server runs.
    var stylesheetPath = ""
    var scriptPath = ""
    var iconsPath = ""
    var faviconPath = ""
    var touchIconPath = ""
    var manifestPath = ""
    var homePath = ""
    /// The text in the header: the name of the household or of the program.
    var householdName = "Homeowner"
    /// The light or dark appearance chosen in this browser; empty to follow the device.
    var appearance = ""

    /// The tabs of the sections that are in use.
    var sections: [SectionLink] = []
    /// Those that a phone shows under “More”, and whether one of them is current.
    var furtherSections: [MenuItem] = []
    var isFurtherCurrent = false
    /// The tabs inside the section; empty if it has none.
    var subsections: [TabLink] = []
    /// The breadcrumbs of a detail page, outermost first.
    var crumbs: [PathLink] = []

    /// The address of the search field in the header.
    var searchPath = ""
    var searchText = ""
    /// Whether the search field has the focus at the start.
    var hasSearchFocus = false

    /// The page that scans codes; empty for none.
    var scanPath = ""

    /// The currency symbol before the fields of amounts: `$`, `€`.
    var currency = Currency.dollar.symbol
    /// Whether the currency symbol has more than one character.
    var hasWideCurrency = false
    /// The page of the guide about this page.
    var helpPath = ""
    /// Whether the user has an account, and its name.
    var hasAccount = false
    var accountName = ""
    var accountPath = ""
    /// Whether the user may change the settings, and whether this is their page.
    var hasSettings = false
    var settingsPath = ""
    var isSettings = false
    /// Whether the user may see details of the machine, such as folders and options of the command
    /// line.
    var isOwner = true
    /// The option with a token that a curl command needs where people sign in; empty elsewhere.
    var curlOption = ""

    /// The same page as JSON or CSV, for `<link rel="alternate">`.
    var alternates: [AlternateLink] = []

    /// The results of the last request, each shown once.
    var notices: [Notice] = []

    /// The notices that stay until a user decides about them.
    var standing: [StandingNotice] = []

    /// The changes of the page's record, newest first.
    var changes: [ChangeRow] = []
}

extension LayoutPage {
    /// The title of the browser's tab, for a page.
    static func title(_ page: String) -> String { "\(page) · Homeowner" }
}

/// The same page in another format.
struct AlternateLink: Sendable {
    /// The media type: `application/json`, `text/csv`.
    var type: String
    var path: String

    static func json(_ path: String) -> AlternateLink {
        AlternateLink(type: "application/json", path: path)
    }

    static func csv(_ path: String) -> AlternateLink {
        AlternateLink(type: "text/csv", path: path)
    }

    /// The stream of changes to the page while it is open.
    static func events(_ path: String) -> AlternateLink {
        AlternateLink(type: "text/event-stream", path: path)
    }
}

/// A result of the last request, shown once above the page, with an undo button if possible.
struct Notice: Sendable {
    var text: String
    /// Whether the change was saved but needs attention.
    var isWarning = false
    /// Whether the change was not made.
    var isFault = false

    var linkPath = ""
    var linkLabel = ""

    /// The address of the undo button's form.
    var undoPath = ""
    var undoFields: [HiddenField] = []
}

/// A notice that stays until a user decides about it.
struct StandingNotice: Sendable {
    var text: String
    var actions: [Action]

    /// A button whose form has no fields.
    struct Action: Sendable {
        var label: String
        var path: String
    }
}

/// The tab of a section.
struct SectionLink: FramedFragment {
    static let template = "_section"

    var label: String
    var path: String
    /// The address of the icon with its fragment (`/icons/icons.svg?v=1#i-box`).
    var iconPath: String
    /// Whether the page shown belongs to this section.
    var isCurrent = false
    /// Whether a phone shows it under “More”.
    var isFurther = false
    var access = Access.everybody

    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&label)
        visit(&path)
        visit(&iconPath)
    }
}

/// The tab of a list inside a section.
struct TabLink: FramedFragment {
    static let template = "_tab"

    var label: String
    var path: String
    /// Whether the page shown belongs to this tab.
    var isCurrent = false

    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&label)
        visit(&path)
    }
}

extension LayoutPage {
    /// Shows the sections that may be shown, those that a phone has no place for under “More”.
    mutating func show(_ links: [SectionLink]) {
        sections = links
        furtherSections = links.filter(\.isFurther).map {
            MenuItem(label: $0.label, path: $0.path, isCurrent: $0.isCurrent)
        }
        isFurtherCurrent = furtherSections.contains(where: \.isCurrent)
    }
}

extension LayoutPage {
    /// The number of changes shown on the page of a record.
    private static let shownChanges = 10

    /// Adds the changes of the page's record with their authors.
    ///
    /// - Throws: errors of the store.
    mutating func showChanges(
        of record: ManagedObject, _ household: Household, in context: ManagedObjectContext
    ) throws {
        changes = try household.changes(of: record, limit: Self.shownChanges, in: context)
            .compactMap { ChangeRow($0, in: household.shopCurrency.current) }
    }
}
