import Domain
import Mustache
import Persistence

/// What surrounds every page: head, sections, search, crumbs and notices.
struct LayoutPage: Sendable {
    /// The title of the browser's tab: `Walnut sideboard · Homeowner`.
    var title: String

    // The same for every page of a running server.
    var stylesheetPath = ""
    var scriptPath = ""
    var iconsPath = ""
    var faviconPath = ""
    var touchIconPath = ""
    var manifestPath = ""
    var homePath = ""
    /// What stands beside the sign of the program: the name of the household, or the program's.
    var householdName = "Homeowner"
    /// Whether pages are light or dark in this browser, where that is not as the device is set.
    var appearance = ""

    /// The tabs of the application, only those that exist.
    var sections: [SectionLink] = []
    /// Whether there are more of them than a phone has room for, and whether one of these is current.
    var hasFurtherSections = false
    var isFurtherCurrent = false
    /// The tabs inside the section, shown if there are any.
    var subsections: [SectionLink] = []
    /// The way up from a detail page, outermost first.
    var crumbs: [PathLink] = []

    /// The box at the top, which searches everything.
    var searchPath = ""
    var searchText = ""
    /// Whether work starts there.
    var hasSearchFocus = false

    /// What stands before amounts in fields: `$`, `€`.
    var currency = Currency.dollar.symbol
    /// Whether that is more than one sign.
    var hasWideCurrency = false
    /// The page of the guide on what the page is about.
    var helpPath = ""
    /// Whether somebody has signed in, who has an account of their own, and their name.
    var hasAccount = false
    var accountName = ""
    var accountPath = ""
    /// What is set once and holds everywhere, and whether the page is that.
    var hasSettings = false
    var settingsPath = ""
    var isSettings = false
    /// Whether the machine may be spoken of: its folders, and what it is started with.
    var isOwner = true
    /// What a command of curl shows besides where people sign in: a token. Empty elsewhere.
    var curlOption = ""

    /// The same page as JSON or CSV, for `<link rel="alternate">`.
    var alternates: [AlternateLink] = []

    /// What has just happened, each shown once.
    var notices: [Notice] = []

    /// What is said until somebody has decided about it.
    var standing: [StandingNotice] = []

    /// What became of the record that the page is about, the last change first.
    var changes: [ChangeRow] = []
}

extension LayoutPage {
    /// The title of the browser's tab, for a page.
    static func title(_ page: String) -> String { "\(page) · Homeowner" }
}

/// Another form of the same page.
struct AlternateLink: Sendable {
    /// The media type: `application/json`, `text/csv`.
    var type: String
    var path: String

    /// What becomes of the page while it is open.
    static func events(_ path: String) -> AlternateLink {
        AlternateLink(type: "text/event-stream", path: path)
    }
}

/// Something that has just happened, shown once above the page, if possible with a way back.
struct Notice: Sendable {
    var text: String
    /// Saved, but worth a look.
    var isWarning = false
    /// Not done.
    var isFault = false

    var linkPath = ""
    var linkLabel = ""

    /// A form of one button that takes the change back.
    var undoPath = ""
    var undoFields: [HiddenField] = []
}

/// What a page says until a person has decided about it.
struct StandingNotice: Sendable {
    var text: String
    var actions: [Action]

    /// A button that posts nothing but itself.
    struct Action: Sendable {
        var label: String
        var path: String
    }
}

/// A tab: a section of the application, or a list inside a section.
struct SectionLink: Sendable, MustacheParent {
    var label: String
    var path: String
    /// The address of the icon with its fragment (`/icons/icons.svg?v=1#i-box`); empty inside a section.
    var iconPath = ""
    /// Whether the page shown belongs to this tab.
    var isCurrent = false
    /// Whether a phone shows it behind “More”.
    var isFurther = false
    /// Who may open it.
    var access = Access.everybody

    func child(named name: String) -> Any? {
        switch name {
        case "label": label
        case "path": path
        case "iconPath": iconPath
        case "isCurrent": isCurrent
        case "isFurther": isFurther
        case "access": access
        default: nil
        }
    }
}

extension LayoutPage {
    /// How many changes the page of a record tells of.
    private static let shownChanges = 10

    /// Tells what became of the record that the page is about, and who did it.
    ///
    /// - Throws: errors of the store.
    mutating func showChanges(
        of record: ManagedObject, _ household: Household, in context: ManagedObjectContext
    ) throws {
        changes = try household.changes(of: record, limit: Self.shownChanges, in: context)
            .compactMap { ChangeRow($0, in: household.shopCurrency.current) }
    }
}
