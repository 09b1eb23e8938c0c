import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import ObjectModel
import Testing

@testable import Web

@Suite("The global search")
struct SearchTests {
    @Test("Every searched entity has indexed texts, and is searched once")
    func sources() throws {
        let model = try Household.model()
        let searched = SectionCatalog.standard.search.map(\.entity.rawValue)

        #expect(searched.count == Set(searched).count && searched.count == 13)
        for name in searched {
            let entity = try #require(model[name])
            let indexed = entity.attributes.filter(\.isIndexedBySpotlight)
            #expect(!indexed.isEmpty, "\(name)")
        }
    }

    @Test("Hits are grouped by section, whole words first, two words in any order")
    func hits() async throws {
        try await TestSite.sales { client in
            try await client.inventory.add("Lampshade")
            try await client.inventory.add("Reading lamp, study", [("serialNumber", "LP-1")])
            try await client.post("/groceries", [("entry", "2 lamp oil")])

            let found = try await client.json("/search.json?q=LAMP")
            let both = try await client.json("/search.json?q=study%20read")
            let joined = try await client.json("/search.json?q=lp1")
            let page = try await client.get("/search?q=lamp")

            let groups = try #require(found["groups"] as? [[String: Any]])
            #expect(
                groups.compactMap { $0["entity"] as? String } == ["Item", "Product", "GroceryItem"])
            #expect(
                groups.compactMap { $0["section"] as? String } == [
                    "inventory", "sales", "groceries",
                ])
            #expect(found["total"] as? Int == 4)
            let items = try #require(groups.first?["records"] as? [[String: Any]])
            #expect(
                items.compactMap { $0["label"] as? String } == ["Reading lamp, study", "Lampshade"])
            #expect(items.first?["detail"] as? String == "LP-1")
            #expect((items.first?["path"] as? String)?.hasPrefix("/items/") == true)
            #expect(both["total"] as? Int == 1)
            #expect(joined["total"] as? Int == 1)
            #expect(page.text.contains("4 hits"))
        }
    }

    @Test("A telephone number is found whatever its separators")
    func telephoneNumbers() async throws {
        try await TestSite.sales { client in
            try await client.post(
                "/customers",
                [
                    ("name", "Jürgen"), ("contactno", "0171 555 666 77"), ("productName", "Mug"),
                    ("unitPrice", "3"),
                ])
            let other = try await client.json("/search.json?q=\(Self.query("0171 555 66678"))")
            #expect(other["total"] as? Int == 0)
            for typed in ["017155566677", "0171-55566677", "(0171)555666 77", "0171 555 666 77"] {
                for path in ["/search", "/customers"] {
                    let found = try await client.json("\(path).json?q=\(Self.query(typed))")
                    #expect(found["total"] as? Int == 1, "\(path) \(typed)")
                }
            }
        }
    }

    @Test("A hit has the photo, the room that matched, and the value")
    func itemHits() async throws {
        try await TestSite.sales { client in
            try await client.post("/settings", [("currency", "EUR")])
            let added = try await client.inventory.upload(
                "/items",
                [
                    ("itemName", "Sofa"), ("serialNumber", "S-1"), ("location", "new"),
                    ("newLocation", "Living room"), ("replacementValue", "1299.50"),
                ], file: try TestPicture.data())
            let path = try #require(added.headers[.location])
            try await client.inventory.add("Rug")

            for address in ["/items.json?q=living+sofa", "/items.json?q=room"] {
                #expect(try await client.inventory.names(address) == ["Sofa"], "\(address)")
            }
            let json = try await client.json("/search.json?q=living")
            let page = try await client.get("/search?q=living").text

            let groups = try #require(json["groups"] as? [[String: Any]])
            let hit = try #require((groups.first?["records"] as? [[String: Any]])?.first)
            #expect(hit["label"] as? String == "Sofa")
            #expect(hit["detail"] as? String == "S-1 · Living room")
            #expect(page.contains("<span class=\"hits__value\">€1,299.50</span>"))
            #expect(page.contains("src=\"\(path)/thumbnail?v="))
            #expect(page.contains(">S-1 · Living room</span>"))
        }
    }

    private static func query(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    @Test(
        "An apostrophe is found however it is typed",
        arguments: ["o'brien", "O’Brien", "OBrien", "o´brien"])
    func apostrophes(text: String) async throws {
        try await TestSite.sales { client in
            try await client.post(
                "/customers",
                [("name", "Liam O’Brien"), ("productName", "Mug"), ("unitPrice", "3")])
            let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""

            let found = try await client.json("/search.json?q=\(query)")
            let customers = try await client.json("/customers.json?q=\(query)")
            let sales = try await client.json("/sales.json?q=\(query)")

            #expect(found["total"] as? Int == 1)
            #expect(customers["total"] as? Int == 1)
            #expect(sales["total"] as? Int == 1)
        }
    }

    @Test("An apostrophe alone finds texts with one, in every list", arguments: ["'", "’", "''"])
    func apostropheAlone(text: String) async throws {
        try await TestSite.sales { client in
            let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            func total(_ path: String) async throws -> Int? {
                try await client.json("\(path).json?q=\(query)")["total"] as? Int
            }
            for path in ["/search", "/items", "/customers", "/sales", "/products", "/tags"] {
                #expect(try await total(path) == 0, "\(path)")
            }
            try await client.inventory.add("Kid’s bike", [("tags", "Ann's")])
            try await client.post(
                "/customers",
                [("name", "Liam O’Brien"), ("productName", "Tea, 5 o'clock"), ("unitPrice", "3")])

            #expect(try await total("/search") == 4)
            for path in ["/items", "/customers", "/sales", "/products", "/tags"] {
                #expect(try await total(path) == 1, "\(path)")
            }
        }
    }

    @Test(
        "Equivalent spellings of a text are found in every list",
        arguments: [
            ("Cœur – ＡＢＣ", "coeur"), ("Coeur", "cŒur"), ("Ævar", "aevar"),
            ("GROẞE Straße", "große"),
            ("Große", "GROẞE"), ("Ｆｕｌｌ", "full"), ("full", "ｆｕｌｌ"), ("a‑b – c", "a-b"),
            ("a-b", "a–b"),
            ("“Quoted”", "\"quoted\""), ("שָׁלוֹם", "שלום"), ("שלום", "שָׁלוֹם"), ("مُحَمَّد", "محمد"),
            ("محمد", "مُحَمَّد"),
        ])
    func foldedWords(text: String, word: String) async throws {
        try await TestSite.sales { client in
            try await client.inventory.add(text, [("tags", text), ("serialNumber", text)])
            try await client.post(
                "/customers", [("name", text), ("productName", text), ("unitPrice", "3")])
            try await client.post("/locations", [("name", text)])
            try await client.post("/groceries", [("name", text)])
            try await client.post("/loans", [("item", text), ("borrower", text)])
            try await client.post("/tasks", [("item", text), ("title", text)])
            let query = word.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""

            for path in [
                "/items", "/customers", "/sales", "/products", "/tags", "/locations", "/groceries",
                "/loans", "/tasks", "/model/Item",
            ] {
                let answer = try await client.json("\(path).json?q=\(query)")
                #expect(answer["total"] as? Int == 1, "\(path)")
            }
            for grouping in ["customer", "product"] {
                let totals = try await client.json("/sales/totals.json?by=\(grouping)&q=\(query)")
                #expect(totals["total"] as? Int == 1, "\(grouping)")
            }
            let found = try await client.json("/search.json?q=\(query)")
            #expect(found["total"] as? Int == 6)
        }
    }

    @Test("Item and sale numbers are found with typographic hyphens and full-width characters")
    func typographicNumbers() async throws {
        try await TestSite.sales { client in
            try await client.inventory.add(
                "Lamp", [("itemNumber", "A-0042"), ("serialNumber", "LT-1094747")])
            for word in ["A‑0042", "ａ－００４２", "LT‑1094747", "ＬＴ１０９４７４７"] {
                let query = word.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                for address in [
                    "/items.json?q=\(query)", "/items.json?q=\(query)&predicate=itemName!=nil",
                ] {
                    #expect(try await client.inventory.names(address) == ["Lamp"], "\(address)")
                }
            }
        }
    }

    @Test("An item is found by its belongings until they are deleted, and after a restart")
    func belongings() async throws {
        let site = try TestSite()
        let words = ["walnut", "teppichhaus", "roswitha", "descale"]
        @Sendable func found(_ client: InventoryClient) async throws -> [String] {
            var found: [String] = []
            for word in words {
                let listed = try await client.names("/items.json?q=\(word)")
                let search = try await client.json("/search.json?q=\(word)")
                let groups = try #require(search["groups"] as? [[String: Any]])
                let records = groups.first?["records"] as? [[String: Any]] ?? []
                #expect(records.compactMap { $0["label"] as? String } == listed, "\(word)")
                #expect(groups.allSatisfy { $0["entity"] as? String == "Item" })
                if listed == ["Cabinet"] { found.append(word) }
            }
            return found
        }
        let path = try await site.test { test in
            let client = InventoryClient(client: test)
            try await client.post("/item-fields", [("name", "Wood"), ("kind", "text")])
            try await client.add("Drill")
            let path = try await client.add("Cabinet", [("fields[1]", "Walnut")])
            _ = try await client.upload(
                path + "/documents",
                files: [("Teppichhaus.pdf", Data("%PDF-1.4\nxref\nstartxref\n9\n%%EOF\n".utf8))])
            try await client.post("/loans", [("item", "Cabinet"), ("borrower", "Roswitha")])
            try await client.post("/tasks", [("item", "Cabinet"), ("title", "Descale it")])
            #expect(try await found(client) == words)
            return path
        }
        try await site.test { test in
            let client = InventoryClient(client: test)
            #expect(try await found(client) == words)
            let both = try await client.json("/search.json?q=cab+roswitha+wal")
            let group = try #require((both["groups"] as? [[String: Any]])?.first)
            let hit = try #require((group["records"] as? [[String: Any]])?.first)
            #expect(hit["detail"] as? String == "Roswitha · Walnut")
            try await client.post(path, [("fields[1]", "")])
            try await client.post("/loans/1/return")
            #expect(try await found(client) == ["teppichhaus", "descale"])
            try await client.post("/documents/1/delete")
            try await client.post("/tasks/1/delete")
            #expect(try await found(client) == [])
            try await client.post("/documents/1/restore")
            #expect(try await found(client) == ["teppichhaus"])
        }
    }

    @Test("A sale is found by its number")
    func sales() async throws {
        try await TestSite.sales { client in
            let sales = try await client.json("/sales.json")
            let sale = try #require((sales["records"] as? [[String: Any]])?.first)
            let number = try #require(sale["number"] as? Int)

            for text in ["\(number)", "%23\(number)"] {
                let found = try await client.json("/search.json?q=\(text)")
                let group = try #require((found["groups"] as? [[String: Any]])?.first)
                #expect(group["entity"] as? String == "Sale")
                let hit = try #require((group["records"] as? [[String: Any]])?.first)
                #expect(hit["label"] as? String == "Sale \(number)")
            }
        }
    }

    @Test("A search has a maximum length", arguments: ["/search", "/items", "/customers"])
    func longest(path: String) async throws {
        try await TestSite.sales { client in
            let most = String(repeating: "a", count: ListQuery.longestSearch)

            let taken = try await client.get("\(path)?q=\(most)")
            let refused = try await client.get("\(path)?q=\(most)a")

            #expect(taken.status == .ok)
            #expect(refused.status == .unprocessableContent)
        }
    }

    @Test("Each page has the global search field, and a list its own too")
    func boxes() async throws {
        try await TestSite.sales { client in
            for address in ["/", "/items", "/customers", "/sales", "/groceries", "/model/Item"] {
                let page = try await client.get(address).text

                #expect(
                    page.contains("<form class=\"find__form\" action=\"/search\""), "\(address)")
            }
            try await client.inventory.add("Lamp")
            let list = try await client.get("/items?q=lamp&assetType=none").text

            #expect(list.contains("<form class=\"toolbar__search\" action=\"/items\""))
            #expect(
                list.contains("<input type=\"hidden\" name=\"assetType\" value=\"none\">"))
            #expect(list.contains("name=\"q\" type=\"search\" value=\"lamp\""))
        }
    }

    @Test("A text that may be a serial number is searched everywhere")
    func serialNumbers() async throws {
        try await TestSite.inventory { client in
            try await client.add("Card reader", [("serialNumber", "4111111111111111")])

            let found = try await client.json("/search.json?q=4111111111111111")

            #expect(found["total"] as? Int == 1)
        }
    }

    @Test("Accents are ignored; an empty search and an unknown name find nothing")
    func edges() async throws {
        try await TestSite.inventory { client in
            try await client.add("Étagère")

            let found = try await client.json("/search.json?q=etagere")

            #expect(found["total"] as? Int == 1)
            #expect(try await client.json("/search.json")["total"] as? Int == 0)
            #expect(try await client.json("/search.json?q=zzz")["total"] as? Int == 0)
            #expect(try await client.get("/search").status == .ok)
            #expect(try await client.get("/search?x=1").status == .unprocessableContent)
        }
    }
}
