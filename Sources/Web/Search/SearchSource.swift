import Domain
import Foundation
import Persistence

/// How the records of an entity are shown among what a search found.
struct SearchSource: Sendable {
    let entity: EntityName
    /// The section, as addresses of programs have it: `inventory`.
    let section: String
    /// The heading of the group: `Items`.
    let title: String
    /// Its list, which is searched by `q`; nil where a list has none.
    let list: SitePath?
    /// What the page says of a record: what it is called, what tells it from others, where it is.
    let hit:
        @Sendable (ManagedObject) throws -> (
            label: String, detail: String, path: SitePath
        )

    init<Record: ManagedObject>(
        _ entity: EntityName, section: String, _ title: String, list: SitePath?,
        _ hit: @escaping @Sendable (Record) -> (label: String, detail: String, path: SitePath)
    ) {
        self.entity = entity
        self.section = section
        self.title = title
        self.list = list
        self.hit = { object in
            guard let record = object as? Record else {
                throw PersistenceError.unknownEntity(entity.rawValue)
            }
            return hit(record)
        }
    }

    private static func number(_ record: ManagedObject) -> Int64 {
        record.objectID.recordNumber ?? 0
    }

    /// Sales, which are found by their numbers alone.
    static let sale = SearchSource(.sale, section: "sales", "Sales", list: .sales) { (sale: Sale) in
        (
            "Sale \(sale.writtenNumber)",
            [
                sale.customer?.name ?? "",
                sale.date.map { DateText.short($0, in: .gmt) } ?? "",
            ].filter { !$0.isEmpty }.joined(separator: " · "), .sale(number(sale))
        )
    }

    /// Invoices and quotes, which are found by what is written on them.
    static let invoice = SearchSource(.invoice, section: "sales", "Invoices", list: .invoices) {
        (invoice: Invoice) in
        ("Invoice \(invoice.writtenNumber)", invoice.buyerName ?? "", .invoice(number(invoice)))
    }

    static let quote = SearchSource(.quote, section: "sales", "Quotes", list: .quotes) {
        (quote: Quote) in
        (
            "Quote \(quote.writtenNumber)", quote.customer?.name ?? quote.buyerName ?? "",
            .quote(number(quote))
        )
    }

    /// All that can be found, in the order of the sections.
    static let all: [SearchSource] = [
        SearchSource(.item, section: "inventory", "Items", list: .items) { (item: Item) in
            (item.itemName ?? "", item.serialNumber ?? "", .item(item.key))
        },
        SearchSource(.location, section: "inventory", "Locations", list: .locations) {
            (location: Location) in
            (location.name ?? "", location.parent?.name ?? "", .location(number(location)))
        },
        SearchSource(.tag, section: "inventory", "Tags", list: .tags) { (tag: Tag) in
            (tag.name ?? "", "", ResourcePaths(.tags).record(number(tag)))
        },
        SearchSource(.assetType, section: "inventory", "Asset types", list: .assetTypes) {
            (type: AssetType) in
            (type.label ?? "", "", .assetType(number(type)))
        },
        SearchSource(.customer, section: "sales", "Customers", list: .customers) {
            (customer: Customer) in
            (
                customer.name ?? "",
                [customer.emailid, customer.contactno].compactMap { $0 }.joined(separator: " · "),
                .customer(number(customer))
            )
        },
        SearchSource(.product, section: "sales", "Products", list: .products) {
            (product: Product) in
            (product.name ?? "", Money.plainText(product.price ?? 0), .product(number(product)))
        },
        SearchSource(
            EntityName("GroceryItem"), section: "groceries", "Groceries", list: .groceries
        ) { (item: GroceryItem) in
            (item.name ?? "", item.isTicked ? "ticked off" : "to buy", .grocery(number(item)))
        },
        SearchSource(
            EntityName("BookCategory"), section: "books", "Book categories", list: .bookCategories
        ) { (category: BookCategory) in
            (category.name ?? "", "", ResourcePaths(.bookCategories).record(number(category)))
        },
        SearchSource(EntityName("Book"), section: "books", "Books", list: .books) { (book: Book) in
            (
                book.title ?? "", book.category?.name ?? "",
                ResourcePaths(.books).record(number(book))
            )
        },
        SearchSource(EntityName("Page"), section: "books", "Pages of books", list: nil) {
            (page: Page) in
            (PageValues(page, index: 0).beginning, page.book?.title ?? "", .page(number(page)))
        },
        SearchSource(.place, section: "places", "Albums", list: .places) { (place: Place) in
            (place.name ?? "", "", .place(number(place)))
        },
        SearchSource(.photo, section: "places", "Photos", list: nil) { (photo: Photo) in
            (photo.title ?? "", photo.place?.name ?? "", .photo(number(photo)))
        },
    ]
}
