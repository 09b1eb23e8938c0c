import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Derived attributes, on every store")
struct DerivedConformanceTests {
    @Test("A save computes derived attributes", arguments: StoreKind.allCases)
    func filledBySave(kind: StoreKind) throws {
        let shop = try TestLibrary(kind, model: Shop.model)
        let context = shop.context()
        let customer = try ManagedObject(entityName: "Customer", context: context)
        try customer.setValue("Ann Ω", forKey: "name")
        let order = try ManagedObject(entityName: "Order", context: context)
        try order.setValue("Crème", forKey: "title")
        try order.setValue(customer, forKey: "customer")
        try add(["1.5", "2"], to: order)

        try context.save()

        #expect(try order.attributeValue(forKey: "searchTitle") == .string("creme"))
        #expect(try order.attributeValue(forKey: "loudTitle") == .string("CRÈME"))
        #expect(try order.attributeValue(forKey: "customerName") == .string("Ann Ω"))
        #expect(try order.attributeValue(forKey: "quietCustomer") == .string("ann ω"))
        #expect(try order.attributeValue(forKey: "lineCount") == .integer(2))
        #expect(try order.attributeValue(forKey: "total") == .decimal(Decimal(3.5)))
        #expect(try order.attributeValue(forKey: "labelCount") == .integer(0))
        #expect(!context.hasChanges)
        let other = try shop.context().existingObject(with: order.objectID)
        #expect(try other.attributeValue(forKey: "total") == .decimal(Decimal(3.5)))
        #expect(try other.attributeValue(forKey: "lineCount") == .integer(2))
    }

    @Test(
        "A fetched object with only a new member gets its derived value",
        arguments: StoreKind.allCases)
    func fetchedOwner(kind: StoreKind) throws {
        let shop = try TestLibrary(kind, model: Shop.model)
        let first = shop.context()
        let saved = try ManagedObject(entityName: "Order", context: first)
        try saved.setValue("Soup", forKey: "title")
        try add(["1"], to: saved)
        try first.save()
        let context = shop.context()
        let order = try #require(
            try context.fetch(FetchRequest<ManagedObject>(entityName: "Order")).first)
        #expect(try order.attributeValue(forKey: "lineCount") == .integer(1))

        try add(["2"], to: order)
        try context.save()

        #expect(try order.attributeValue(forKey: "lineCount") == .integer(2))
        #expect(try order.attributeValue(forKey: "title") == .string("Soup"))
        #expect(!context.hasChanges)
    }

    /// Boxes of things, with the sum of their weights and the weight of the lid.
    private static var boxes: ManagedObjectModel {
        var box = EntityDescription("Box")
        box.attributes = [("sum", "things.weight.@sum"), ("first", "lid.weight")].map {
            var attribute = AttributeDescription($0, .integer16)
            attribute.derivationExpression = $1
            return attribute
        }
        box.relationships = [
            RelationshipDescription(toMany: "things", "Thing", inverse: "box", isOptional: false),
            RelationshipDescription(toOne: "lid", "Thing", inverse: "closed", isOptional: false),
        ]
        var thing = EntityDescription("Thing")
        thing.attributes = [AttributeDescription("weight", .integer32, isOptional: false)]
        thing.relationships = [
            RelationshipDescription(toOne: "box", "Box", inverse: "things", isOptional: false),
            RelationshipDescription(toOne: "closed", "Box", inverse: "lid", isOptional: false),
        ]
        for index in 0..<2 {
            box.relationships[index].isOptional = true
            thing.relationships[index].isOptional = true
        }
        return ManagedObjectModel(entities: [box, thing])
    }

    @Test(
        "A save with a derived number out of range is refused",
        arguments: StoreKind.allCases, [("things", "sum"), ("lid", "first")])
    func outOfRange(kind: StoreKind, names: (relationship: String, key: String)) throws {
        let library = try TestLibrary(kind, model: Self.boxes)
        let context = library.context()
        let box = try ManagedObject(entityName: "Box", context: context)
        let thing = try ManagedObject(entityName: "Thing", context: context)
        try thing.setValue(Int64(32_767), forKey: "weight")
        let isLid = names.relationship == "lid"
        try thing.setValue(box, forKey: isLid ? "closed" : "box")
        try context.save()
        #expect(try box.attributeValue(forKey: names.key) == .integer(32_767))
        try thing.setValue(Int64(40_000), forKey: "weight")

        let found = faults { try context.save() }

        #expect(
            found.map(\.reason) == ["\(names.key) is too large: at most 32767, not 40000"])
        #expect(found.map(\.entity) == ["Box"])
        #expect(found.map(\.objectID) == [box.objectID])
        let stored = try library.context().existingObject(with: thing.objectID)
        #expect(try stored.attributeValue(forKey: "weight") == .integer(32_767))
        try thing.setValue(Int64(-32_768), forKey: "weight")
        try context.save()
        #expect(try box.attributeValue(forKey: names.key) == .integer(-32_768))
    }

    @Test("Changing a source updates dependent values", arguments: StoreKind.allCases)
    func changes(kind: StoreKind) throws {
        let shop = try TestLibrary(kind, model: Shop.model)
        let context = shop.context()
        let customer = try ManagedObject(entityName: "Customer", context: context)
        try customer.setValue("Ann", forKey: "name")
        let order = try ManagedObject(entityName: "Order", context: context)
        try order.setValue(customer, forKey: "customer")
        let lines = try add(["1", "2"], to: order)
        try context.save()
        let version = order.rowVersion

        try customer.setValue("Bea", forKey: "name")
        try lines[0].setValue(Decimal(10), forKey: "amount")
        context.delete(lines[1])
        try context.save()

        #expect(try order.attributeValue(forKey: "customerName") == .string("Bea"))
        #expect(try order.attributeValue(forKey: "lineCount") == .integer(1))
        #expect(try order.attributeValue(forKey: "total") == .decimal(10))
        #expect(order.rowVersion >= version)

        context.delete(customer)
        try context.save()

        #expect(try order.attributeValue(forKey: "customerName") == .null)
        try order.setValue("later", forKey: "title")
        try context.save()
        #expect(try order.attributeValue(forKey: "searchTitle") == .string("later"))
    }

    @Test("A moved destination is counted in its new place", arguments: StoreKind.allCases)
    func moves(kind: StoreKind) throws {
        let shop = try TestLibrary(kind, model: Shop.model)
        let context = shop.context()
        let first = try ManagedObject(entityName: "Order", context: context)
        let second = try ManagedObject(entityName: "RushOrder", context: context)
        let lines = try add(["1", "2"], to: first)
        try context.save()

        try lines[0].setValue(second, forKey: "order")
        try context.save()

        #expect(try first.attributeValue(forKey: "total") == .decimal(2))
        #expect(try second.attributeValue(forKey: "total") == .decimal(1))
        #expect(try second.attributeValue(forKey: "lineCount") == .integer(1))
    }

    @Test("Members of many-to-many relationships are counted", arguments: StoreKind.allCases)
    func pairs(kind: StoreKind) throws {
        let shop = try TestLibrary(kind, model: Shop.model)
        let context = shop.context()
        let orders = try (0..<2).map { _ in
            try ManagedObject(entityName: "Order", context: context)
        }
        let labels = try [3, 4].map { weight in
            let label = try ManagedObject(entityName: "Label", context: context)
            try label.setValue(weight, forKey: "weight")
            return label
        }
        try orders[0].setValue(labels, forKey: "labels")
        try labels[0].setValue(orders, forKey: "orders")
        try context.save()
        let counts = { try orders.map { try $0.attributeValue(forKey: "labelCount") } }
        let weights = { try orders.map { try $0.attributeValue(forKey: "labelWeight") } }
        #expect(try counts() == [.integer(2), .integer(1)])
        #expect(try weights() == [.integer(7), .integer(3)])

        try labels[0].setValue(10, forKey: "weight")
        context.delete(labels[1])
        try context.save()

        #expect(try counts() == [.integer(1), .integer(1)])
        #expect(try weights() == [.integer(10), .integer(10)])
    }

    @Test("Attributes of subentities and trees are derived", arguments: StoreKind.allCases)
    func hierarchies(kind: StoreKind) throws {
        let shop = try TestLibrary(kind, model: Shop.model)
        let context = shop.context()
        let rush = try ManagedObject(entityName: "RushOrder", context: context)
        try rush.setValue("bike", forKey: "courier")
        let root = try ManagedObject(entityName: "Node", context: context)
        for _ in 0..<3 {
            let child = try ManagedObject(entityName: "Node", context: context)
            try child.setValue(root, forKey: "parent")
        }

        try context.save()

        #expect(try rush.attributeValue(forKey: "loudCourier") == .string("BIKE"))
        #expect(try root.attributeValue(forKey: "childCount") == .integer(3))
    }

    @Test("now() is the time of a record’s last save", arguments: StoreKind.allCases)
    func now(kind: StoreKind) throws {
        let shop = try TestLibrary(kind, model: Shop.model)
        let context = shop.context()
        let order = try ManagedObject(entityName: "Order", context: context)
        let before = Date.now
        try context.save()
        let first = try #require(try order.value(forKey: "changed") as? Date)
        #expect(first.timeIntervalSince(before) > -0.001)

        try order.setValue("x", forKey: "title")
        try context.save()

        let second = try #require(try order.value(forKey: "changed") as? Date)
        #expect(second > first)
    }

    @Test("now() as a Double is the number of seconds since 2001", arguments: StoreKind.allCases)
    func nowInDouble(kind: StoreKind) throws {
        var entity = EntityDescription("Note")
        var saved = AttributeDescription("saved", .double)
        saved.derivationExpression = "now()"
        entity.attributes = [saved]
        let library = try TestLibrary(kind, model: ManagedObjectModel(entities: [entity]))
        let context = library.context()
        let note = try ManagedObject(entityName: "Note", context: context)
        let before = Date.now.timeIntervalSinceReferenceDate
        try context.save()

        let seconds = try #require(try note.value(forKey: "saved") as? Double)

        #expect(seconds > before - 0.001 && seconds < before + 3_600)
        try library.reopen()
        let other = try library.context().fetch(FetchRequest<ManagedObject>(entityName: "Note"))
        #expect(try other.map { try $0.value(forKey: "saved") as? Double } == [seconds])
    }

    @Test("A value set by the application is overwritten", arguments: StoreKind.allCases)
    func overwritten(kind: StoreKind) throws {
        let shop = try TestLibrary(kind, model: Shop.model)
        let context = shop.context()
        let order = try ManagedObject(entityName: "Order", context: context)
        try order.setValue(99, forKey: "lineCount")
        try context.save()
        #expect(try order.attributeValue(forKey: "lineCount") == .integer(0))

        try order.setValue(98, forKey: "lineCount")
        try order.setValue("x", forKey: "title")
        try context.save()

        let other = try shop.context().existingObject(with: order.objectID)
        #expect(try other.attributeValue(forKey: "lineCount") == .integer(0))
    }

    @Test("Derived values are merged into other contexts", arguments: StoreKind.allCases)
    func heard(kind: StoreKind) throws {
        let shop = try TestLibrary(kind, model: Shop.model)
        let context = shop.context()
        let order = try ManagedObject(entityName: "Order", context: context)
        try context.save()
        let reader = shop.context()
        reader.automaticallyMergesChangesFromParent = true
        let copy = try reader.existingObject(with: order.objectID)
        #expect(try copy.attributeValue(forKey: "lineCount") == .integer(0))

        try add(["1"], to: order)
        try context.save()
        _ = try reader.fetch(FetchRequest<ManagedObject>(entityName: "Line"))

        #expect(try copy.attributeValue(forKey: "lineCount") == .integer(1))
    }

    @Test(
        "Merging a batch request includes dependent derived values",
        arguments: StoreKind.allCases)
    func batches(kind: StoreKind) throws {
        let shop = try TestLibrary(kind, model: Shop.model)
        let context = shop.context()
        let customer = try context.make("Customer", "Ann")
        let (order, label) = (try context.make("Order"), try context.make("Label"))
        try order.setValue(customer, forKey: "customer")
        try order.setValue([label], forKey: "labels")
        try add(["1", "2"], to: order)
        try context.save()
        func merge(_ result: BatchResult) throws {
            try ManagedObjectContext.mergeChanges(
                fromRemoteContextSave: result.changes, into: [context])
        }

        var insertion = BatchInsertRequest(
            entityName: "Line", objects: [["amount": Decimal(4), "order": order.objectID]])
        insertion.resultType = .objectIDs
        let inserted = try context.execute(insertion)
        try merge(inserted)
        #expect(inserted.objectIDs.count == 1)
        #expect(try order.attributeValue(forKey: "lineCount") == .integer(3))

        var update = BatchUpdateRequest(entityName: "Customer")
        update.propertiesToUpdate = ["name": .constant(.string("Bob"))]
        update.resultType = .objectIDs
        let updated = try context.execute(update)
        try merge(updated)
        #expect(updated.objectIDs == [customer.objectID])
        #expect(try order.attributeValue(forKey: "customerName") == .string("Bob"))

        for entity in ["Line", "Label"] {
            var deletion = BatchDeleteRequest(entityName: entity)
            deletion.resultType = .objectIDs
            try merge(try context.execute(deletion))
        }
        #expect(try order.attributeValue(forKey: "lineCount") == .integer(0))
        #expect(try order.attributeValue(forKey: "total") == .decimal(0))
        #expect(try order.attributeValue(forKey: "labelCount") == .integer(0))
    }

    @Test(
        "An upsert that moves a record updates both the old and the new owner",
        arguments: StoreKind.allCases)
    func movedByBatch(kind: StoreKind) throws {
        var model = Shop.model
        let place = try #require(model.entities.firstIndex { $0.name == "Line" })
        let code = AttributeDescription("code", .string)
        model.entities[place].attributes.append(code)
        model.entities[place].uniquenessConstraints = [["code"]]
        let shop = try TestLibrary(kind, model: model)
        let context = shop.context()
        let orders = try (0..<2).map { _ in
            try ManagedObject(entityName: "Order", context: context)
        }
        let line = try #require(try add(["3"], to: orders[0]).first)
        try line.setValue("x", forKey: "code")
        try add(["1"], to: orders[0])
        try context.save()

        let later = shop.context()
        later.mergePolicy = .mergeByPropertyObjectTrump
        try later.execute(
            BatchInsertRequest(
                entityName: "Line",
                objects: [
                    ["code": "x", "amount": Decimal(5), "order": orders[1].objectID],
                    ["code": "y", "amount": Decimal(7), "order": orders[1].objectID],
                ]))

        let other = shop.context()
        let found = try orders.map { try other.existingObject(with: $0.objectID) }
        #expect(
            try found.map { try $0.attributeValue(forKey: "lineCount") } == [
                .integer(1), .integer(2),
            ])
        #expect(
            try found.map { try $0.attributeValue(forKey: "total") } == [.decimal(1), .decimal(12)])
    }

    @discardableResult
    private func add(_ amounts: [String], to order: ManagedObject) throws -> [ManagedObject] {
        let context = try #require(order.managedObjectContext)
        return try amounts.map { amount in
            let line = try ManagedObject(entityName: "Line", context: context)
            try line.setValue(Decimal(string: amount), forKey: "amount")
            try line.setValue(order, forKey: "order")
            return line
        }
    }
}
