import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Domain

struct SaleNumberingTests {
    @Test("The number of a sale deleted with its customer is not reused")
    func deleted() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        let bob = try shop.addCustomer("Bob")

        try shop.household.container.write { context in
            context.delete(try #require(try Customer.find(bob, in: context)))
            try shop.household.save(context)
        }
        try shop.addSale(to: ann, [.line("Mug", 1, "3")])

        #expect(try shop.saleNumbers() == [1, 3])
    }

    @Test("A store without sales continues counting, after a restart too")
    func emptied() throws {
        let directory = DataDirectory(path: NSTemporaryDirectory() + "household-\(UUID())")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        let draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "3")])

        for _ in 0..<3 {
            let household = try Household(directory: directory)
            defer { try? household.close() }
            try household.container.write { context in
                let customer = try Customer.add(
                    named: "Ann", firstSale: draft, in: context)
                try household.save(context)
                context.delete(customer)
                try household.save(context)
            }
        }
        let household = try Household(directory: directory)
        defer { try? household.close() }

        #expect(try household.container.read { try Sale.nextNumber(in: $0) } == 4)
    }

    @Test("The numbers of an import that was undone are not reused")
    func undone() async throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann", emailid: "ann@example.com")
        let record = try await shop.importing(
            "number,date,customer,email,product,quantity,price\n"
                + "7,2026-11-20,Ann,ann@example.com,Mug,3,1.00\n")
        let result = try await shop.household.undoImport(record.id)
        guard case .done = result else {
            Issue.record("\(result)")
            return
        }

        try shop.addSale(to: ann, [.line("Mug", 1, "3")])

        #expect(try shop.saleNumbers() == [1, 8])
    }

    @Test("A household migrated from before number records continues from its greatest number")
    func migrated() throws {
        let directory = DataDirectory(path: NSTemporaryDirectory() + "household-\(UUID())")
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try directory.create()
        try Self.fill(directory)

        let household = try Household(directory: directory)
        defer { try? household.close() }
        let next = try household.container.write { context in
            context.delete(try #require(try context.fetchFirst(FetchRequest<Customer>())))
            try household.save(context)
            return try Sale.nextNumber(in: context)
        }

        #expect(next == 42)
    }

    /// Makes a store with sale 41, and the first version of the model of the sales.
    private static func fill(_ directory: DataDirectory) throws {
        let model = try ManagedObjectModel(merging: [
            try ManagedObjectModel(contentsOf: ModelFolder.file("Inventory")),
            try ManagedObjectModel(
                contentsOf: ModelFolder.file("Sales") + "/Sales.xcdatamodel"),
        ])
        #expect(model["SaleNumbering"] == nil)
        let container = try PersistentContainer(
            model: model, classes: [], store: .sqlite(path: directory.store),
            transformers: [ImageTransformer.name: ImageTransformer()])
        defer { try? container.close() }
        try container.write { context in
            func record(_ entity: String, _ name: String? = nil) throws -> ManagedObject {
                let object = try ManagedObject(entityName: entity, context: context)
                if let name { try object.setValue(name, forKey: "name") }
                return object
            }
            let (customer, product) = (try record("Customer", "Ann"), try record("Product", "Mug"))
            let (sale, line) = (try record("Sale"), try record("SaleLine"))
            try sale.setValue(41, forKey: "number")
            try sale.setValue(CalendarDay.test.date, forKey: "date")
            try sale.setValue(customer, forKey: "customer")
            try line.setValue(product, forKey: "product")
            try line.setValue(sale, forKey: "sale")
            try context.save()
        }
    }
}
