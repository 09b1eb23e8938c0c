import Persistence

extension ImportUndo {
    /// What was added to the import's records since would go with them, or be left without them.
    mutating func findStrangers() throws {
        // What the import made has an earlier owner to go back to if it was moved since.
        for object in made {
            try findStrangersAtHome(of: object)
            findStrangersInShop(of: object)
        }
    }

    /// Those of items, books and photographs.
    private mutating func findStrangersAtHome(of object: ManagedObject) throws {
        let label = Self.label(object)
        switch object {
        case let type as AssetType:
            for item in try strangers("Item", "assetType", type) {
                note("\(Self.label(item)) now belongs to \(label).", item, "assetType")
            }
        case let location as Location:
            for item in try strangers("Item", "location", location) {
                note("\(Self.label(item)) is now in \(label).", item, "location")
            }
            for child in location.children where !extent.hasMade(child.objectID) {
                note("\(Self.label(child)) is now in \(label).", child, "parent")
            }
        case let field as ItemField:
            for value in field.values where !extent.hasMade(value.objectID) {
                guard let item = value.item else { continue }
                note("\(Self.label(item)) now has something in \(label).", value, "field")
            }
        case let tag as Tag:
            for item in tag.items where !extent.hasMade(item.objectID) {
                note("\(Self.label(item)) now has \(label).", item, StoredValue.tagsKey)
            }
        case let category as BookCategory:
            for book in try strangers("Book", "category", category) {
                note("\(Self.label(book)) now belongs to \(label).", book, "category")
            }
        case let book as Book:
            if let page = book.pages.first(where: { !extent.hasMade($0.objectID) }) {
                note("\(label) now has pages.", page, "book")
            }
        case let place as Place:
            if let photo = place.photos.first(where: { !extent.hasMade($0.objectID) }) {
                note("\(label) now has photos.", photo, "place")
            }
        default: break
        }
    }

    /// Those of customers, products and sales.
    private mutating func findStrangersInShop(of object: ManagedObject) {
        let label = Self.label(object)
        switch object {
        case let customer as Customer:
            for sale in customer.sales where !extent.hasMade(sale.objectID) {
                note("\(label) now has sale \(sale.number).", sale, "customer")
            }
        case let tag as CustomerTag:
            for customer in tag.customers where !extent.hasMade(customer.objectID) {
                note("\(Self.label(customer)) now has \(label).", customer, StoredValue.tagsKey)
            }
        case let category as ProductCategory:
            for product in category.products where !extent.hasMade(product.objectID) {
                note("\(Self.label(product)) is now in \(label).", product, "category")
            }
        case let product as Product:
            if let line = product.lines.first(where: { !extent.hasMade($0.objectID) }) {
                note("\(label) was sold.", line, "product")
            }
        case let sale as Sale:
            if sale.lines.contains(where: { !extent.hasMade($0.objectID) }) {
                obstacles.append("\(label) now has other lines.")
            }
            for other in sale.returns where !extent.hasMade(other.objectID) {
                note("Something was returned from sale \(sale.number).", other, "returnOf")
            }
        case let quote as Quote:
            // A sale that the import said of it was there before.
            if let sale = quote.sale, !extent.hasChanged(sale.objectID, "quote") {
                obstacles.append("\(label) became sale \(sale.number).")
            }
        case let payment as Payment:
            // What was given back later was given back of it.
            for back in payment.sale?.returns.flatMap(\.payments) ?? []
            where !back.isVoid && back.number > payment.number && !extent.hasMade(back.objectID) {
                note("Payment \(back.number) gave money back for \(label).", back, "sale")
            }
        default: break
        }
    }

    /// The records that refer to one and are not of the import; a group may have very many that are.
    private func strangers(
        _ entity: String, _ key: String, _ owner: ManagedObject
    ) throws -> [ManagedObject] {
        let request = FetchRequest<ManagedObject>(entityName: entity, .key(key) == owner.objectID)
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
}
