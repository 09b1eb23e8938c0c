/// A section of the application, with its tab.
enum Section: String, CaseIterable, Sendable {
    case overview
    case inventory
    case sales
    case groceries
    case books
    case places

    var label: String {
        switch self {
        case .overview: "Overview"
        case .inventory: "Inventory"
        case .sales: "Sales"
        case .groceries: "Groceries"
        case .books: "Books"
        case .places: "Photos"
        }
    }

    /// The name of its icon in the file of icons.
    var icon: String {
        switch self {
        case .overview: "i-overview"
        case .inventory: "i-box"
        case .sales: "i-receipt"
        case .groceries: "i-basket"
        case .books: "i-book"
        case .places: "i-pin"
        }
    }

    /// Its first page.
    var root: SitePath {
        switch self {
        case .overview: .overview
        case .inventory: .items
        case .sales: .customers
        case .groceries: .groceries
        case .books: .bookCategories
        case .places: .places
        }
    }

    /// The lists in it.
    var subsections: [Subsection] {
        switch self {
        case .overview, .groceries: []
        case .inventory:
            [
                .items, .inbox, .locations, .assetTypes, .tags, .loans, .care, .documents,
                .report, .trash, .imports,
            ]
        case .books: [.bookCategories, .books]
        case .sales:
            [
                .customers, .sales, .products, .quotes, .invoices, .salesTotals, .salesImport,
                .shop,
            ]
        case .places: [.places, .favorites, .recents]
        }
    }
}

/// A list inside a section, with its tab.
enum Subsection: Sendable {
    case items
    case inbox
    case locations
    case assetTypes
    case tags
    case loans
    case care
    case documents
    case report
    case trash
    case imports
    case sales
    case customers
    case products
    case quotes
    case invoices
    case salesTotals
    case salesImport
    case shop
    case groceries
    case bookCategories
    case books
    case places
    case favorites
    case recents

    var label: String {
        switch self {
        case .items: "Items"
        case .inbox: "Inbox"
        case .locations: "Locations"
        case .tags: "Tags"
        case .loans: "Lent"
        case .care: "Maintenance"
        case .documents: "Documents"
        case .report: "Report"
        case .trash: "Trash"
        case .assetTypes: "Asset types"
        case .imports: "Import"
        case .sales: "Sales"
        case .customers: "Customers"
        case .products: "Products"
        case .quotes: "Quotes"
        case .invoices: "Invoices"
        case .salesTotals: "Totals"
        case .salesImport: "Import"
        case .shop: "Shop"
        case .groceries: "Groceries"
        case .bookCategories: "Categories"
        case .books: "Books"
        case .places: "Albums"
        case .favorites: "Favorites"
        case .recents: "Recents"
        }
    }

    /// Who may open it, in its section.
    func access(in section: Section) -> Access {
        switch self {
        case .imports: .editors(of: .overview)
        case .salesImport: .editors(of: .sales)
        default: .readers(of: section)
        }
    }

    /// Its first page.
    var root: SitePath {
        switch self {
        case .items: .items
        case .inbox: .inbox
        case .locations: .locations
        case .tags: .tags
        case .loans: .loans
        case .care: .tasks
        case .documents: .documents
        case .report: .report
        case .trash: .trash
        case .assetTypes: .assetTypes
        case .imports: .imports
        case .sales: .sales
        case .customers: .customers
        case .products: .products
        case .quotes: .quotes
        case .invoices: .invoices
        case .salesTotals: .salesTotals
        case .salesImport: .salesImport
        case .shop: .shop
        case .groceries: .groceries
        case .bookCategories: .bookCategories
        case .books: .books
        case .places: .places
        case .favorites: .favorites
        case .recents: .recents
        }
    }
}
