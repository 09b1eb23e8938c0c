import Foundation
import HTTPTypes
import HummingbirdTesting
import ObjectModel
import Testing

@testable import Web

@Suite("The model and its records")
struct ModelTests {
    @Test("The page shows every entity, with its diagram and its number of records")
    func modelPage() async throws {
        try await TestSite.sales { client in
            let page = try await client.get("/model")
            let document = try await client.json("/model.json")

            #expect(page.status == .ok)
            #expect(page.text.contains("<svg"))
            #expect(!page.text.contains("cannot be drawn"))
            #expect(page.text.contains("href=\"/model/SaleLine\""))
            let ids = page.text.matches(of: #/ id="([^"]+)"/#).map(\.1)
            #expect(ids.count == Set(ids).count, "an id names one element")
            let parts = try #require(document["parts"] as? [[String: Any]])
            let sales = try #require(parts.first { $0["name"] as? String == "Sales" })
            let entities = try #require(sales["entities"] as? [[String: Any]])
            #expect(entities.contains { $0["name"] as? String == "Customer" })
        }
    }

    @Test("An entity’s page shows its definition in the model file")
    func entityPage() async throws {
        try await TestSite.sales { client in
            let page = try await client.get("/model/Customer")

            #expect(page.status == .ok)
            for text in ["contactno", "3 to 40 characters", "Cascade", "byEmailid: emailid"] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(try await client.get("/model/Nobody").status == .notFound)
            #expect(try await client.get("/model/Nobody.json").status == .notFound)
        }
    }

    @Test("Records link to their related records, in both directions")
    func relationships() async throws {
        try await TestSite.sales { client in
            try await client.sell([("Chair", 3, "2"), ("Bowl", 1, "100")])

            let sales = try await client.sales(
                "/model/Sale.json?relationship=Customer.sales&source=\(client.customer)")
            let lines = try await client.sales(
                "/model/SaleLine.json?relationship=Sale.lines&source=2")
            let sale = try await client.sales("/model/Sale.json?id=2")
            let nobody = try await client.sales(
                "/model/Sale.json?relationship=Customer.sales&source=999")
            let wrong = try await client.get(
                "/model/Sale.json?relationship=Customer.name&source=1")

            #expect(sales.count == 2)
            #expect(lines.count == 2)
            #expect(sale.first?["lines"] as? Int == 2)
            let customer = try #require(sale.first?["customer"] as? [String: Any])
            #expect(customer["id"] as? Int64 == client.customer)
            #expect(nobody.isEmpty)
            #expect(wrong.status == .unprocessableContent)
            #expect(
                try await client.get("/model/Sale").text.contains(
                    "/model/SaleLine?relationship=Sale.lines&amp;source=2"))
        }
    }

    @Test("Search, predicate, order and paging are those of any list; faults are shown")
    func lists() async throws {
        try await TestSite.sales { client in
            for (name, price) in [("Vase", "3"), ("Élan", "20"), ("Bowl", "100")] {
                try await client.post("/products", [("name", name), ("price", price)])
            }
            func names(_ query: String) async throws -> [String] {
                try await client.sales("/model/Product.json?\(query)")
                    .compactMap { $0["name"] as? String }
            }

            #expect(try await names("q=elan") == ["Élan"])
            #expect(try await names("predicate=price%20%3C%2020&sort=-name") == ["Vase", "Lamp"])
            #expect(try await names("sort=name&perPage=2&page=2") == ["Lamp", "Vase"])
            #expect(
                try await client.get("/model/Product.csv?q=vase").text
                    == "id,barcode,barcodeKey,category,codeDigits,cost,isStocked,lines,lowStock,name,"
                    + "price,quoteLines,retiredAt,sku,skuKey,stock,stockEntries,taxRate,unit\r\n"
                    + "2,,,,,,false,0,,Vase,3,0,,,,0,0,,\r\n")
            let refused = try await client.get("/model/Product?predicate=prise%20%3E%202")
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("<mark>prise</mark>"))
            #expect(
                try await client.get("/model/Product?sort=lines").status == .unprocessableContent)
        }
    }
}

@Suite("Diagrams of models")
struct ModelDiagramTests {
    private static let links = SiteLinks(basePath: .root)

    @Test("A pair of relationships is one edge, with two heads at a to-many end")
    func pairIsOneLine() {
        var category = EntityDescription("Category")
        category.relationships = [.init(toMany: "books", "Book", inverse: "category")]
        var book = EntityDescription("Book")
        book.relationships = [.init(toOne: "category", "Category", inverse: "books")]
        let model = ManagedObjectModel(entities: [book, category])

        let dot = ModelDiagram(model, entities: model.entities, Self.links).dot

        #expect(dot.matches(of: /->/).count == 1)
        #expect(
            dot.contains(
                #"e1 -> e0 [class="relationship", arrowhead=normalnormal, arrowtail=normal]"#
            ))
    }

    @Test("Names that are special in Graphviz or HTML are escaped")
    func strangeNames() throws {
        var entity = EntityDescription("A\"<b>&\\")
        entity.attributes = [.init("x<y>&\"z\"", .string)]
        let model = ManagedObjectModel(entities: [entity])

        let svg = try #require(ModelDiagram(model, entities: model.entities, Self.links).svg)

        #expect(svg.hasPrefix("<svg"))
        #expect(svg.contains("x&lt;y&gt;&amp;&quot;z&quot;"))
        #expect(!svg.contains("<b>"))
    }

    @Test("Each entity is a box that links to its page, each drawn relationship an edge")
    func boxesAndEdges() throws {
        let model = ManagedObjectModel(
            entities: (0..<12).map { number in
                var entity = EntityDescription("E\(number)")
                if number > 0 {
                    entity.relationships = [.init(toOne: "previous", "E\(number - 1)")]
                }
                return entity
            })

        let svg = try #require(ModelDiagram(model, entities: model.entities, Self.links).svg)

        #expect(svg.matches(of: /class="node entity"/).count == 12)
        #expect(svg.matches(of: /class="edge relationship"/).count == 11)
        #expect(svg.matches(of: /xlink:href="\/model\/E\d+"/).count == 12)
    }
}
