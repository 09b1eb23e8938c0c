import Domain

/// What the pages of an import say of a kind, all in one place.
struct ImportKindPages: Sendable {
    /// The list of what the kind imports.
    let list: SitePath
    /// Where all of them are exported; nil for the list as a table.
    var exportPath: SitePath?
    /// What an import of the kind does.
    let hint: String
    /// What the list is called; nil for the words of the kind.
    var listLabel: String?
    /// Further lists in which to see what was imported.
    var further: [(label: String, path: SitePath)] = []
    /// Whether it comes in on the page of the sales, too.
    var isOfShop = false

    /// Where all of them are exported.
    var export: SitePath { exportPath ?? list.csv }

    private static let shopLists: [(label: String, path: SitePath)] = [
        ("Customers", .customers), ("Products", .products),
    ]

    fileprivate static let customers = ImportKindPages(
        list: .customers,
        hint: "Changes customers who are there, found by id, else by e-mail or number; further "
            + "numbers and tags are added to those that are there. "
            + "New ones come with their first sale, in a file of lines.", further: shopLists,
        isOfShop: true)

    fileprivate static let products = ImportKindPages(
        list: .products,
        hint: "Adds and changes products, found by id or name. The stock is taken of those that "
            + "nobody counts yet.", further: shopLists, isOfShop: true)

    fileprivate static let sales = ImportKindPages(
        list: .sales, hint: "Changes day, customer and voiding of sales, found by number.",
        further: shopLists, isOfShop: true)

    fileprivate static let lines = ImportKindPages(
        list: .sales, exportPath: SitePath.saleLines.csv,
        hint: "A row for each line of each sale, with the customer on every row. Makes sales, and "
            + "the customers and products that are new. Rows without a number that follow each "
            + "other with one day, time and customer are one sale.", listLabel: "Sales",
        further: shopLists, isOfShop: true)

    fileprivate static let payments = ImportKindPages(
        list: .sales, exportPath: SitePath.payments.csv,
        hint: "Adds payments to sales that are there, found by number, and makes some void. What "
            + "was received stays as it is, and nothing comes in on a day that is closed.",
        listLabel: "Sales", further: shopLists, isOfShop: true)

    fileprivate static let stock = ImportKindPages(
        list: .products, exportPath: SitePath.stock.csv,
        hint: "Adds steps to the journals of products that are there, found by number, barcode or "
            + "name: behind the last one, or before the count with which a journal begins. "
            + "What happened stays as it is.", listLabel: "Products",
        further: [("Sales", .sales)], isOfShop: true)

    fileprivate static let quotes = ImportKindPages(
        list: .quotes, exportPath: SitePath.quoteLines.csv,
        hint: "A row for each line of each quote. Adds quotes, each with its number, and withdraws "
            + "some. What was offered stays as it is.", listLabel: "Quotes",
        further: [("Sales", .sales)], isOfShop: true)

    fileprivate static let invoices = ImportKindPages(
        list: .invoices,
        hint: "Adds invoices to sales that are there, each with the number and the texts with "
            + "which it was issued. What was issued stays as it is.", further: [("Sales", .sales)],
        isOfShop: true)

    fileprivate static let items = ImportKindPages(
        list: .items,
        hint: "Adds and changes items, found by key, else by name and serial number. Types that "
            + "are new are added. Files of Homebox and Snipe-IT are understood as they come: "
            + "what has no column here is kept in the notes.",
        further: [("Asset types", .assetTypes)])

    fileprivate static let assetTypes = ImportKindPages(
        list: .assetTypes, hint: "Adds types, found by label.")

    fileprivate static let groceries = ImportKindPages(
        list: .groceries,
        hint: "Adds and changes what is on the list, found by key, else by name and unit.")

    fileprivate static let books = ImportKindPages(
        list: .books,
        hint: "Adds and changes books, found by title. Categories that are new are added.",
        further: [("Categories", .bookCategories)])

    fileprivate static let places = ImportKindPages(
        list: .places,
        hint: "Makes albums, which are folders for photographs, found by name.")
}

extension ImportKind {
    /// What the pages of an import say of the kind.
    var pages: ImportKindPages {
        switch self {
        case .customers: .customers
        case .products: .products
        case .sales: .sales
        case .lines: .lines
        case .payments: .payments
        case .stock: .stock
        case .quotes: .quotes
        case .invoices: .invoices
        case .items: .items
        case .assetTypes: .assetTypes
        case .groceries: .groceries
        case .books: .books
        case .places: .places
        }
    }

    /// `Customers`.
    var label: String { words.prefix(1).uppercased() + words.dropFirst() }

    /// The list of what the kind imports.
    var list: SitePath { pages.list }
}
