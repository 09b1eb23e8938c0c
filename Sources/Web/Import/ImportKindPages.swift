import Domain

/// The texts and links for a kind on the pages of an import.
struct ImportKindPages: Sendable {
    /// The list of the imported records.
    let list: SitePath
    /// The address of the export; nil for the list as CSV.
    var exportPath: SitePath?
    /// The effect of an import.
    let hint: String
    /// The label of the list; nil for the words of the kind.
    var listLabel: String?
    /// Further lists that show imported records.
    var further: [(label: String, path: SitePath)] = []
    /// Whether it can also be imported on the page of sales.
    var isOfShop = false

    var export: SitePath { exportPath ?? list.csv }

    fileprivate static let shopLists: [(label: String, path: SitePath)] = [
        ("Customers", .customers), ("Products", .products),
    ]
}

extension ImportKind {
    var pages: ImportKindPages {
        switch self {
        case .customers:
            ImportKindPages(
                list: .customers,
                hint:
                    "Changes customers, matched by record number, e-mail or phone. Numbers and tags are "
                    + "added. New customers come with their first sale, in a file of lines of sales.",
                further: ImportKindPages.shopLists, isOfShop: true)
        case .products:
            ImportKindPages(
                list: .products,
                hint:
                    "Adds and changes products, matched by record number or name. Stock is imported for "
                    + "products that are not counted yet.", further: ImportKindPages.shopLists,
                isOfShop: true)
        case .sales:
            ImportKindPages(
                list: .sales,
                hint: "Changes the day and customer of sales, matched by number, and voids them.",
                further: ImportKindPages.shopLists, isOfShop: true)
        case .lines:
            ImportKindPages(
                list: .sales, exportPath: SitePath.saleLines.csv,
                hint:
                    "Adds sales, one row per line, with new customers and products. Consecutive rows "
                    + "with the same number, or the same day, time and customer, are one sale.",
                listLabel: "Sales", further: ImportKindPages.shopLists, isOfShop: true)
        case .payments:
            ImportKindPages(
                list: .sales, exportPath: SitePath.payments.csv,
                hint:
                    "Adds payments to sales, matched by number, and voids payments. Recorded payments "
                    + "are not changed, and closed days take no payments.", listLabel: "Sales",
                further: ImportKindPages.shopLists, isOfShop: true)
        case .stock:
            ImportKindPages(
                list: .products, exportPath: SitePath.stock.csv,
                hint:
                    "Adds stock changes of products, matched by number, barcode or name, after the last "
                    + "change or before the first count. Recorded changes stay.",
                listLabel: "Products", further: [("Sales", .sales)], isOfShop: true)
        case .items:
            ImportKindPages(
                list: .items,
                hint:
                    "Adds and changes items, matched by key, or by name and serial number. New types, "
                    + "locations and tags are added. Exports of Homebox and Snipe-IT work as they are; columns "
                    + "without a field go into the notes.", further: [("Asset types", .assetTypes)])
        case .assetTypes: ImportKindPages(list: .assetTypes, hint: "Adds types, matched by name.")
        case .groceries:
            ImportKindPages(
                list: .groceries,
                hint: "Adds and changes groceries, matched by key, or by name and unit.")
        case .books:
            ImportKindPages(
                list: .books,
                hint: "Adds and changes books, matched by title. New categories are added.",
                further: [("Categories", .bookCategories)])
        case .places:
            ImportKindPages(
                list: .places,
                hint: "Adds albums, which are folders of photographs, matched by name.")
        }
    }

    /// `Customers`.
    var label: String { words.prefix(1).uppercased() + words.dropFirst() }

    var list: SitePath { pages.list }

    /// The lists whose records an import adds or changes.
    var filledLists: [SitePath] {
        switch self {
        case .lines: [.sales, .customers, .products]
        case .payments: [.sales, .payments]
        case .stock: [.products, .stock]
        case .items: [.items, .assetTypes]
        case .books: [.books, .bookCategories]
        default: [list]
        }
    }
}
