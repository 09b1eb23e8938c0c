/// What a part of the program is about, for the page of the guide that its forms lead to. The names are those
/// of the pages.
enum GuideTopic: String, CaseIterable, Sendable {
    case start
    case inventory
    case inbox
    case documents
    case locations
    case loans
    case care
    case report
    case trash
    case sales
    case quotes
    case shop
    case groceries
    case books
    case places
    case finding
    case predicates
    case importing = "import"
    case backup
    case printing
    case labels
    case stores
    case people
    case phone
    case sharing

    /// The page.
    var path: SitePath { .guidePage(rawValue) }
}

extension Section {
    /// What its pages are about.
    var topic: GuideTopic {
        switch self {
        case .overview: .start
        case .inventory: .inventory
        case .sales: .sales
        case .groceries: .groceries
        case .books: .books
        case .places: .places
        }
    }
}

extension Subsection {
    /// What its pages are about, where this is not what the section is about.
    var topic: GuideTopic? {
        switch self {
        case .imports, .salesImport: .importing
        case .locations, .tags: .locations
        case .inbox: .inbox
        case .documents: .documents
        case .loans: .loans
        case .care: .care
        case .quotes, .invoices: .quotes
        case .report: .report
        case .trash: .trash
        case .shop: .shop
        default: nil
        }
    }
}
