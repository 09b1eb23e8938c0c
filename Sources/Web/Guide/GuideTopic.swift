/// A page of the guide to which a form links, by name.
struct GuideTopic: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name of the page.
    let rawValue: String

    init(stringLiteral name: String) { rawValue = name }

    var path: SitePath { .guidePage(rawValue) }
}

extension GuideTopic {
    static let start: GuideTopic = "start"
    static let inventory: GuideTopic = "inventory"
    static let inbox: GuideTopic = "inbox"
    static let documents: GuideTopic = "documents"
    static let locations: GuideTopic = "locations"
    static let loans: GuideTopic = "loans"
    static let care: GuideTopic = "care"
    static let stocktaking: GuideTopic = "stocktaking"
    static let report: GuideTopic = "report"
    static let trash: GuideTopic = "trash"
    static let sales: GuideTopic = "sales"
    static let quotes: GuideTopic = "quotes"
    static let shop: GuideTopic = "shop"
    static let groceries: GuideTopic = "groceries"
    static let books: GuideTopic = "books"
    static let places: GuideTopic = "places"
    static let finding: GuideTopic = "finding"
    static let scanning: GuideTopic = "scanning"
    static let predicates: GuideTopic = "predicates"
    static let importing: GuideTopic = "import"
    static let backup: GuideTopic = "backup"
    static let printing: GuideTopic = "printing"
    static let labels: GuideTopic = "labels"
    static let stores: GuideTopic = "stores"
    static let people: GuideTopic = "people"
    static let phone: GuideTopic = "phone"
    static let reminders: GuideTopic = "reminders"
    static let sharing: GuideTopic = "sharing"
}
