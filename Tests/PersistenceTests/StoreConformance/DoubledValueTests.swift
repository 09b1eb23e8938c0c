import ObjectModel
import Persistence
import Testing

@Suite("Duplicate values without a conflicting save, on every store")
struct DoubledValueTests {
    /// The line and label counts of an order, and the name of its customer, are unique.
    private static var model: ManagedObjectModel {
        var model = Shop.model
        for index in model.entities.indices where model.entities[index].name == "Order" {
            model.entities[index].uniquenessConstraints = [
                ["lineCount"], ["labelCount"], ["customerName"],
            ]
        }
        return model
    }

    /// An order with two lines and labels, and one with one of each, since counts are incremented.
    private func shop(_ kind: StoreKind) throws -> TestLibrary {
        let shop = try TestLibrary(kind, model: Self.model)
        for count in [2, 1] {
            let context = shop.context()
            let order = try ManagedObject(entityName: "Order", context: context)
            try order.setValue(
                try context.make("Customer", "Customer \(count)"), forKey: "customer")
            for _ in 1...count {
                let line = try ManagedObject(entityName: "Line", context: context)
                try line.setValue(order, forKey: "order")
            }
            let labels = try (1...count).map { _ in
                try ManagedObject(entityName: "Label", context: context)
            }
            try order.setValue(Set(labels), forKey: "labels")
            try context.save()
        }
        return shop
    }

    private func first(
        _ entityName: String, where format: String, in context: ManagedObjectContext
    ) throws -> ManagedObject {
        var request = FetchRequest<ManagedObject>(entityName: entityName)
        request.predicate = try FetchPredicate(format: format)
        return try #require(try context.fetch(request).first)
    }

    private func expectConflict(over property: String, _ body: () throws -> Void) {
        #expect(
            performing: body,
            throws: { error in
                guard case PersistenceError.constraintConflict("Order", [property]) = error else {
                    Issue.record("\(error)")
                    return false
                }
                return true
            })
    }

    @Test("A duplicate derived value is reported with its entity", arguments: StoreKind.allCases)
    func derived(kind: StoreKind) throws {
        let shop = try shop(kind)
        let context = shop.context()
        try first("Customer", where: "name == 'Customer 2'", in: context)
            .setValue("Customer 1", forKey: "name")

        expectConflict(over: "customerName") { try context.save() }
    }

    @Test("A duplicate count after a deletion is reported", arguments: StoreKind.allCases)
    func deletion(kind: StoreKind) throws {
        let shop = try shop(kind)
        let context = shop.context()
        context.delete(try first("Line", where: "order.lineCount == 2", in: context))

        expectConflict(over: "lineCount") { try context.save() }
    }

    @Test(
        "A duplicate count of a many-to-many relationship is reported",
        arguments: StoreKind.allCases)
    func pairs(kind: StoreKind) throws {
        let shop = try shop(kind)
        let context = shop.context()
        let order = try first("Order", where: "labelCount == 2", in: context)
        try order.setValue(Set(try order.many("labels").prefix(1)), forKey: "labels")

        expectConflict(over: "labelCount") { try context.save() }
    }

    @Test("A duplicate count after a batch deletion is reported", arguments: StoreKind.allCases)
    func batch(kind: StoreKind) throws {
        let shop = try shop(kind)
        let line = try first("Line", where: "order.lineCount == 2", in: shop.context())
        let label = try first("Label", where: "ANY orders.labelCount == 2", in: shop.context())
        for (object, property) in [(line, "lineCount"), (label, "labelCount")] {
            expectConflict(over: property) {
                try shop.context().execute(
                    BatchDeleteRequest(
                        entityName: object.objectID.entityName, objectIDs: [object.objectID]))
            }
        }
    }

    @Test("A second save with the same restored ID is refused", arguments: StoreKind.allCases)
    func restoredID(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let deleting = library.context()
        deleting.delete(try deleting.existingObject(with: id))
        try deleting.save()
        let contexts = [library.context(), library.context()]
        for (number, context) in contexts.enumerated() {
            let book = Book(context: context)
            book.title = "Again \(number)"
            try context.restoreID(id, to: book)
        }
        try contexts[0].save()

        #expect {
            try contexts[1].save()
        } throws: { error in
            "\(error)" == "A new Book has the ID of a record that is there already."
        }
        let book = try library.context().existing(id, as: Book.self)
        #expect(book.title == "Again 0")
    }
}
