import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Localized standard sort orders by sort keys, on every store")
struct SortKeyConformanceTests {
    @Test(
        "Stores and memory have the same order after random changes",
        arguments: StoreKind.allCases, [1, 2] as [UInt64])
    func generated(kind: StoreKind, seed: UInt64) throws {
        let library = try TestLibrary(kind, model: Catalogue.model)
        var texts = CatalogueTexts(seed: seed)
        for round in 0..<4 {
            try change(library, &texts, isBatch: round % 2 == 1)
            try check(library)
        }
        try library.reopen()
        try check(library)
    }

    private func change(
        _ library: TestLibrary, _ texts: inout CatalogueTexts, isBatch: Bool
    ) throws {
        let context = library.context()
        for number in 0..<40 {
            let isSpecial = texts.random.chance(0.3)
            let product = try context.add(isSpecial ? "Special" : "Product", ["notes": "new"])
            try product.setValue(texts.text(), forKey: "name")
            try product.setValue(texts.random.chance(0.3) ? "Maker 2" : "maker 10", forKey: "maker")
            if isSpecial { try product.setValue(texts.text(), forKey: "label") }
            let sale = try context.add("Sale", ["amount": number])
            try sale.setValue(texts.random.chance(0.9) ? product : nil, forKey: "product")
        }
        try context.save()
        let products = try context.fetch(FetchRequest<ManagedObject>(entityName: "Product"))
        for product in products where texts.random.chance(0.3) {
            try product.setValue(texts.text(), forKey: "name")
        }
        products.last.map(context.delete)
        try context.save()
        if isBatch { try changeInBatches(library.context(), &texts) }
    }

    private func changeInBatches(
        _ context: ManagedObjectContext, _ texts: inout CatalogueTexts
    ) throws {
        var rows: [[String: any Sendable]] = []
        for _ in 0..<30 { rows.append(["name": texts.text() ?? "", "maker": "MAKER 3"]) }
        try context.execute(BatchInsertRequest(entityName: "Product", objects: rows))
        var update = BatchUpdateRequest(entityName: "Product")
        update.predicate = try FetchPredicate(format: "maker == 'Maker 2'")
        update.propertiesToUpdate = ["maker": .value("Maker 9"), "name": .key("notes")]
        try context.execute(update)
        update.predicate = try FetchPredicate(format: "maker == 'maker 10'")
        update.propertiesToUpdate = ["name": .value(texts.text())]
        try context.execute(update)
    }

    private func check(_ library: TestLibrary) throws {
        let context = library.context()
        for (entity, order) in [
            ("Product", [Catalogue.order("name")]),
            ("Product", [Catalogue.order("name", ascending: false)]),
            ("Product", [Catalogue.order("maker"), Catalogue.order("name", ascending: false)]),
            ("Special", [Catalogue.order("label"), Catalogue.order("name")]),
            ("Sale", [Catalogue.order("product.name"), FetchSortDescriptor("amount")]),
        ] {
            var request = FetchRequest<ManagedObject>(entityName: entity)
            let all = try context.fetch(request).sorted { $0.objectID.key < $1.objectID.key }
            request.sortDescriptors = order
            let expected = try all.sorted(using: order).map(\.objectID)
            let comment = Comment(rawValue: "\(entity) by \(order.map(\.keyPath))")

            #expect(try context.fetch(request).map(\.objectID) == expected, comment)
            request.fetchLimit = 7
            request.fetchOffset = 5
            #expect(
                try context.fetch(request).map(\.objectID)
                    == Array(expected.dropFirst(5).prefix(7)),
                comment)
        }
    }

    @Test("Unsaved texts are sorted", arguments: StoreKind.allCases)
    func pendingChanges(kind: StoreKind) throws {
        let library = try TestLibrary(kind, model: Catalogue.model)
        let context = library.context()
        for name in ["Box 10", "Box 2", "box 1"] { try context.add("Product", ["name": name]) }
        try context.save()
        try context.add("Product", ["name": "Box 3"])
        var request = FetchRequest<ManagedObject>(entityName: "Product")
        request.sortDescriptors = [Catalogue.order("name")]
        let names = try context.fetch(request).map { try $0.value(forKey: "name") as? String }

        #expect(names == ["box 1", "Box 2", "Box 3", "Box 10"])
    }

    @Test("A sort key cannot be set, but can be used in a predicate", arguments: StoreKind.allCases)
    func keys(kind: StoreKind) throws {
        let library = try TestLibrary(kind, model: Catalogue.model)
        let context = library.context()
        for name in ["Box 10", "Box 2", "box 1"] { try context.add("Product", ["name": name]) }
        let box = try context.add("Product", ["name": "Box 3", "nameSortKey": Data([1])])
        try context.save()
        try box.setValue(Data([2]), forKey: "nameSortKey")
        try context.save()
        let key = FetchSortDescriptor.Comparison.localizedStandard.sortKey("Box 3")
        var request = FetchRequest<ManagedObject>(entityName: "Product")
        request.predicate = .comparison(
            FetchComparison(.key("nameSortKey"), .less, .constant(.data(Data(key)))))
        let names = try library.context().fetch(request).map {
            try $0.value(forKey: "name") as? String
        }

        #expect(Set(names) == ["box 1", "Box 2"])
        var update = BatchUpdateRequest(entityName: "Product")
        update.propertiesToUpdate = ["nameSortKey": .value(Data([3]))]
        #expect(throws: PersistenceError.self) { try context.execute(update) }
        let rows: [[String: any Sendable]] = [["nameSortKey": Data([3])]]
        #expect(throws: PersistenceError.self) {
            try context.execute(BatchInsertRequest(entityName: "Product", objects: rows))
        }
    }
}
