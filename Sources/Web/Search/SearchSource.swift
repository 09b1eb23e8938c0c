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
    /// What the page says of a record.
    let hit: @Sendable (ManagedObject) throws -> SearchHit

    init<Record: ManagedObject>(
        _ entity: EntityName, section: String, _ title: String, list: SitePath?,
        _ hit: @escaping @Sendable (Record) -> SearchHit
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

    /// Texts that are there, with points between them.
    private static func joined(_ texts: String?...) -> String {
        texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// Sales, which are found by their numbers alone.
    static let sale = SearchSource(.sale, section: "sales", "Sales", list: .sales) { (sale: Sale) in
        SearchHit(
            label: "Sale \(sale.number)",
            detail: joined(
                sale.customer?.name, sale.date.map { DateText.short($0, in: .gmt) }),
            path: .sale(number(sale)))
    }

    /// All that can be found, in the order of the sections.
    static let all: [SearchSource] = [
        SearchSource(.item, section: "inventory", "Items", list: .items) { (item: Item) in
            SearchHit(
                label: item.itemName ?? "", detail: joined(item.serialNumber, item.location?.name),
                amount: item.worth,
                thumbnail: item.thumbnailVersion.map { .itemThumbnail(item.key, version: $0) },
                path: .item(item.key))
        },
        SearchSource(.location, section: "inventory", "Locations", list: .locations) {
            (location: Location) in
            SearchHit(
                label: location.name ?? "", detail: location.parent?.name ?? "",
                path: .location(number(location)))
        },
        SearchSource(.tag, section: "inventory", "Tags", list: .tags) { (tag: Tag) in
            SearchHit(label: tag.name ?? "", path: ResourcePaths(.tags).record(number(tag)))
        },
        SearchSource(.assetType, section: "inventory", "Asset types", list: .assetTypes) {
            (type: AssetType) in
            SearchHit(label: type.label ?? "", path: .assetType(number(type)))
        },
        SearchSource(.customer, section: "sales", "Customers", list: .customers) {
            (customer: Customer) in
            SearchHit(
                label: customer.name ?? "", detail: joined(customer.emailid, customer.contactno),
                path: .customer(number(customer)))
        },
        SearchSource(.product, section: "sales", "Products", list: .products) {
            (product: Product) in
            SearchHit(
                label: product.name ?? "", amount: product.price ?? 0,
                plainDetail: Money.plainText(product.price ?? 0), path: .product(number(product)))
        },
        SearchSource(
            EntityName("GroceryItem"), section: "groceries", "Groceries", list: .groceries
        ) { (item: GroceryItem) in
            SearchHit(
                label: item.name ?? "", detail: item.isTicked ? "ticked off" : "to buy",
                path: .grocery(number(item)))
        },
        SearchSource(
            EntityName("BookCategory"), section: "books", "Book categories", list: .bookCategories
        ) { (category: BookCategory) in
            SearchHit(
                label: category.name ?? "",
                path: ResourcePaths(.bookCategories).record(number(category)))
        },
        SearchSource(EntityName("Book"), section: "books", "Books", list: .books) { (book: Book) in
            SearchHit(
                label: book.title ?? "", detail: book.category?.name ?? "",
                path: ResourcePaths(.books).record(number(book)))
        },
        SearchSource(EntityName("Page"), section: "books", "Pages of books", list: nil) {
            (page: Page) in
            SearchHit(
                label: PageValues(page, index: 0).beginning, detail: page.book?.title ?? "",
                path: .page(number(page)))
        },
        SearchSource(.place, section: "places", "Albums", list: .places) { (place: Place) in
            SearchHit(label: place.name ?? "", path: .place(number(place)))
        },
        SearchSource(.photo, section: "places", "Photos", list: nil) { (photo: Photo) in
            SearchHit(
                label: photo.title ?? "", detail: photo.place?.name ?? "",
                thumbnail: .photoThumbnail(number(photo), version: photo.version),
                path: .photo(number(photo)))
        },
    ]
}
