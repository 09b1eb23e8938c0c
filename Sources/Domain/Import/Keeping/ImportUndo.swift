import Foundation
import Persistence

/// Takes an import back, exactly, if nothing of it was changed since.
struct ImportUndo {
    private let extent: ImportExtent
    private let context: ManagedObjectContext
    private var made: [ManagedObject] = []
    private var changed: [(object: ManagedObject, entry: ChangedRecord)] = []
    /// What stands in the way, a sentence each.
    private(set) var obstacles: [String] = []

    /// Looks whether it can be done. What was deleted since is in nobody's way.
    ///
    /// - Throws: errors of the store.
    init(_ record: ImportRecord, in context: ManagedObjectContext) throws {
        try self.init(
            ImportPart(made: record.made, changed: record.changed), of: ImportExtent(record),
            in: context)
    }

    /// Looks whether it can be done with a part.
    ///
    /// - Parameter extent: what the import did in all its parts.
    /// - Throws: errors of the store.
    init(
        _ part: ImportPart, of extent: ImportExtent, in context: ManagedObjectContext
    ) throws {
        self.extent = extent
        self.context = context
        for entry in part.made {
            for number in entry.numbers.numbers {
                guard let object = try context.record(entry.entity, number) else { continue }
                // Another part of the import may have changed it.
                if object.rowVersion != MadeRecords.firstVersion,
                    !extent.hasChanged(object.objectID)
                {
                    obstacles.append("\(Self.label(object)) was changed since.")
                }
                made.append(object)
            }
        }
        for entry in part.changed {
            guard let object = try context.record(entry.entity, entry.number) else { continue }
            for (key, value) in entry.new.sorted(by: { $0.key < $1.key })
            where try StoredValue(key, of: object) != value {
                obstacles.append("\(Self.label(object)): \(key) was changed since.")
            }
            changed.append((object, entry))
        }
        try findStrangers()
    }

    /// Takes it back; the caller saves.
    ///
    /// - Throws: errors of the store.
    func run() throws {
        for (object, entry) in changed {
            for (key, value) in entry.former { try value.set(key, of: object, in: context) }
        }
        for object in made { context.delete(object) }
    }

    /// The keys of the items that go.
    var itemKeys: [UUID] { made.compactMap { ($0 as? Item)?.itemKey } }

    /// What was added to the import's records since would go with them.
    private mutating func findStrangers() throws {
        try findClosedDays()
        // What the import made has an earlier owner to go back to if it was moved since.
        for object in made {
            switch object {
            case let customer as Customer:
                for sale in customer.sales where !extent.hasMade(sale.objectID) {
                    note("\(Self.label(customer)) has sale \(sale.number) since.", sale, "customer")
                }
            case let product as Product:
                let strangers = product.lines.filter { !extent.hasMade($0.objectID) }
                if let line = strangers.first {
                    note("\(Self.label(product)) was sold since.", line, "product")
                }
            case let type as AssetType:
                for item in try strangers("Item", "assetType", type) {
                    note("\(Self.label(item)) is of \(Self.label(type)) since.", item, "assetType")
                }
            case let location as Location:
                for item in try strangers("Item", "location", location) {
                    note(
                        "\(Self.label(item)) is in \(Self.label(location)) since.", item, "location"
                    )
                }
                for child in location.children where !extent.hasMade(child.objectID) {
                    note(
                        "\(Self.label(child)) is in \(Self.label(location)) since.", child, "parent"
                    )
                }
            case let field as ItemField:
                for value in field.values where !extent.hasMade(value.objectID) {
                    guard let item = value.item else { continue }
                    note(
                        "\(Self.label(item)) has something in \(Self.label(field)) since.", value,
                        "field")
                }
            case let tag as Tag:
                for item in tag.items where !extent.hasMade(item.objectID) {
                    note(
                        "\(Self.label(item)) has \(Self.label(tag)) since.", item,
                        StoredValue.tagsKey)
                }
            case let tag as CustomerTag:
                for customer in tag.customers where !extent.hasMade(customer.objectID) {
                    note(
                        "\(Self.label(customer)) has \(Self.label(tag)) since.", customer,
                        StoredValue.tagsKey)
                }
            case let category as BookCategory:
                for book in try strangers("Book", "category", category) {
                    note(
                        "\(Self.label(book)) is of \(Self.label(category)) since.", book, "category"
                    )
                }
            case let book as Book:
                if let page = book.pages.first(where: { !extent.hasMade($0.objectID) }) {
                    note("\(Self.label(book)) has pages since.", page, "book")
                }
            case let place as Place:
                if let photo = place.photos.first(where: { !extent.hasMade($0.objectID) }) {
                    note("\(Self.label(place)) has photos since.", photo, "place")
                }
            case let sale as Sale:
                for line in sale.lines where !extent.hasMade(line.objectID) {
                    obstacles.append("\(Self.label(sale)) has other lines since.")
                    break
                }
                for other in sale.returns where !extent.hasMade(other.objectID) {
                    note("Something came back from sale \(sale.number) since.", other, "returnOf")
                }
            default: break
            }
        }
    }

    /// Nothing of a day that was closed since goes.
    private mutating func findClosedDays() throws {
        let days = Set(made.compactMap { ($0 as? Sale)?.day })
        guard !days.isEmpty else { return }
        for day in days.intersection(try ClosedDay.all(in: context)).sorted() {
            obstacles.append("\(day) was closed since.")
        }
    }

    /// The records that refer to one and are not of the import; a group may have very many that are.
    private func strangers(
        _ entity: String, _ key: String, _ owner: ManagedObject
    ) throws -> [ManagedObject] {
        var request = FetchRequest<ManagedObject>(entityName: entity)
        request.predicate = .comparison(
            FetchComparison(.keyPath([key]), .equal, .constant(.object(owner.objectID))))
        return try context.fetchObjectIDs(request)
            .filter { !extent.hasMade($0) && !extent.hasChanged($0, key) }
            .prefix(Self.mostNamed).map { try context.existingObject(with: $0) }
    }

    /// How many strangers are named of a group.
    private static let mostNamed = 20

    /// Adds an obstacle, unless taking the import back moves the stranger away.
    ///
    /// - Parameter key: by what it belongs to what the import made.
    private mutating func note(_ text: String, _ stranger: ManagedObject, _ key: String) {
        let isMoved = extent.hasChanged(stranger.objectID, key)
        if !isMoved, !obstacles.contains(text) { obstacles.append(text) }
    }

    /// What a page calls a record.
    static func label(_ object: ManagedObject) -> String {
        switch object {
        case let customer as Customer: "Customer “\(customer.name ?? "")”"
        case let product as Product: "Product “\(product.name ?? "")”"
        case let sale as Sale: "Sale \(sale.number)"
        case let line as SaleLine: "A line of sale \(line.sale?.number ?? 0)"
        case let card as CreditCard: "The card of “\(card.customer?.name ?? "")”"
        case let item as Item: "Item “\(item.itemName ?? "")”"
        case let location as Location: "Location “\(location.name ?? "")”"
        case let field as ItemField: "the field “\(field.name ?? "")”"
        case let value as ItemFieldValue:
            "The field “\(value.field?.name ?? "")” of “\(value.item?.itemName ?? "")”"
        case let tag as Tag: "the tag “\(tag.name ?? "")”"
        case let tag as CustomerTag: "the tag “\(tag.name ?? "")”"
        case let type as AssetType: "Type “\(type.label ?? "")”"
        case let item as GroceryItem: "Grocery “\(item.name ?? "")”"
        case let category as BookCategory: "Category “\(category.name ?? "")”"
        case let book as Book: "Book “\(book.title ?? "")”"
        case let place as Place: "Place “\(place.name ?? "")”"
        default: object.objectID.entityName
        }
    }
}
