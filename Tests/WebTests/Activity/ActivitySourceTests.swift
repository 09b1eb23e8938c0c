import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ObjectModel
import Testing

@testable import Persistence
@testable import Web

@Suite("The labels of changed properties")
struct ActivitySourceTests {
    @Test("Every entity of every model has a label, or is declared internal")
    func entities() throws {
        let entities = Set(try Household.model().entities.map { EntityName($0.name) })
        let named = Set(SectionCatalog.standard.activity.keys)

        #expect(entities.count > 40)
        #expect(named.isDisjoint(with: SectionCatalog.standard.unseen))
        #expect(
            entities.subtracting(named).subtracting(SectionCatalog.standard.unseen)
                .map(\.rawValue).sorted() == [])
        #expect(named.union(SectionCatalog.standard.unseen).subtracting(entities) == [])
        for source in SectionCatalog.standard.activity.values {
            #expect(!source.noun.isEmpty && source.section != .overview)
            #expect(source.wholes.isSubset(of: named))
        }
    }

    @Test("A record of every entity has a name and an existing page")
    func pages() async throws {
        let site = try TestSite()
        let routes = try await RouteAccessTests.addresses(site).filter {
            $0.method == .get && $0.isPage
        }
        let household = try Household.open(site.configuration)
        defer { try? household.close() }
        let model = try Household.model()
        // Nothing of it is saved.
        let names = try await household.container.write { context in
            try SectionCatalog.standard.activity.map { entity, source in
                let record = try Self.record(entity.rawValue, of: model, in: context)
                let name = try source.name(record)
                return (entity: entity.rawValue, label: name.label, path: name.path?.path)
            }
        }

        #expect(names.count == SectionCatalog.standard.activity.count)
        for (entity, label, path) in names {
            #expect(!label.isEmpty, "\(entity)")
            let path = try #require(path, "\(entity)")
            let segments = path.prefix { $0 != "?" }.split(separator: "/")
            let isThere = routes.contains { route in
                AllowedMethods.matches(RouterPath(route.path), segments)
            }
            #expect(isThere, "\(entity): \(path)")
        }
    }

    /// A record with texts and related records.
    private static func record(
        _ entity: String, of model: ManagedObjectModel, in context: ManagedObjectContext
    ) throws -> ManagedObject {
        let record = try insert(entity, into: context)
        let description = try #require(model[entity])
        for attribute in description.attributes where attribute.attributeType == .string {
            try record.setValue("x", forKey: attribute.name)
        }
        for attribute in description.attributes where attribute.attributeType == .date {
            try record.setValue(Date(timeIntervalSince1970: 86_400), forKey: attribute.name)
        }
        for relationship in description.relationships
        where !relationship.isToMany && relationship.destinationEntity != entity {
            let whole = try insert(relationship.destinationEntity, into: context)
            let name = try #require(model[relationship.destinationEntity]).attributes.first {
                ["name", "title", "itemName"].contains($0.name)
            }
            if let name { try whole.setValue("whole", forKey: name.name) }
            try record.setValue(whole, forKey: relationship.name)
        }
        return record
    }

    /// Inserts a record of the generated class of an entity.
    private static func insert(
        _ entity: String, into context: ManagedObjectContext
    ) throws -> ManagedObject {
        let objectClass = try #require(
            Household.modelClasses.first { $0.entityName == entity }?.objectClass)
        let storeEntity = try context.coordinator.concreteEntity(ofEntityNamed: entity)
        let record = objectClass.init(context.instantiation(insertingInto: storeEntity))
        context.adoptInserted(record)
        return record
    }

    @Test("Parts that were saved with their whole are omitted, and others follow the rest")
    func parts() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            try await client.post(
                "/products", [("name", "Mug"), ("price", "3")], headers: owner)
            try await client.post(
                "/customers", [("name", "Ann"), ("product", "1"), ("quantity", "2")],
                headers: owner)

            let json = try await client.json("/activity.json", headers: owner)

            let records = try #require(json["records"] as? [[String: Any]])
            let sale = try #require(records.first?["changes"] as? [[String: Any]])
            let told = sale.map { "\($0["type"] ?? "") \($0["what"] ?? "")" }
            #expect(told.contains("added customer") && told.contains("added sale"))
            #expect(!told.contains("added line") && !told.contains("added stock"))
            #expect(records.first?["total"] as? Int == told.count)
        }
    }

    @Test("Further records of the inventory and the sales are listed, with their pages")
    func furtherRecords() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let made = try await client.post("/items", [("itemName", "Bicycle")], headers: owner)
            let item = try #require(made.headers[.location])
            for (path, fields) in [
                ("/locations", [("name", "Attic")]), ("/tags", [("name", "red")]),
                ("/tasks", [("item", "Bicycle"), ("title", "Oil it"), ("due", "2026-12-31")]),
                ("/shop/tax-rates", [("rateName", "VAT"), ("percent", "10")]),
                ("/shop", [("name", "Corner")]),
            ] {
                let answer = try await client.post(path, fields, headers: owner)
                #expect(answer.status == .seeOther, "\(path)")
            }
            _ = try await client.upload(
                item + "/documents",
                files: [("Receipt.pdf", Data("%PDF-1.4\nxref\nstartxref\n9\n%%EOF\n".utf8))],
                headers: owner)
            for _ in 1...2 {
                _ = try await client.upload(
                    item + "/photos", files: [("a.jpg", try TestPicture.data())], headers: owner)
            }
            var json = owner
            json[.accept] = "application/json"
            try await InboxTests.upload(client, count: 1, headers: json)

            let page = try await client.get("/activity", headers: owner)

            for text in [
                "Added location <a href=\"/locations/1\" dir=\"auto\">Attic</a>",
                "Added tag <a href=\"/tags/1\" dir=\"auto\">red</a>",
                "Added task <a href=\"/tasks/1\" dir=\"auto\">Oil it</a>",
                "Added tax rate <a href=\"/shop\" dir=\"auto\">VAT</a>",
                "Added shop <a href=\"/shop\" dir=\"auto\">Corner</a>",
                "Added document <a href=\"/documents/1\" dir=\"auto\">Receipt.pdf</a>",
                "Added photo of <a href=\"/item-photos/1\" dir=\"auto\">Bicycle</a>",
                "Added photo of the inbox <a href=\"/inbox\" dir=\"auto\">",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(!page.text.contains("ItemNumbering"))
            try await client.post("/shop", [("name", "Corner shop")], headers: owner)
            let shop = try await client.get("/shop", headers: owner)
            #expect(shop.text.contains("from <del dir=\"auto\">Corner</del> to <ins"))
            let photo = try await client.get("/item-photos/1", headers: owner)
            #expect(photo.text.contains("id=\"changes-heading\""))
        }
    }
}
