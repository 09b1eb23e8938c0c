import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

@Suite("The activity over HTTP")
struct ActivityPageTests {
    @Test("A record’s page and /activity show who changed what, including scripts and imports")
    func wholeStory() async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, member in
            let made = try await client.post("/items", [("itemName", "Zither")], headers: owner)
            let item = try #require(made.headers[.location])
            try await client.post(item, [("valueInDollars", "90")], headers: member)
            let token = try await TokenPagesTests.token(client, owner, [("access", "write")])
            try await client.post(
                item, [("serialNumber", "7")], headers: TokenPagesTests.bearer(token))
            try await client.post("/groceries", [("entry", "milk")], headers: member)

            let page = try await client.get(item, headers: owner)
            let all = try await client.get("/activity", headers: owner)
            let json = try await client.json("/activity.json?person=owner", headers: owner)

            let rows = page.text.matches(of: #/<b dir="auto">([^<]+)<\/b> ([a-z ,]+)</#)
            #expect(
                rows.map { "\($0.1) \($0.2)" } == [
                    "owner (token Script) changed serial number", "member changed value",
                    "owner added",
                ])
            #expect(
                page.text.contains(
                    "<li>Value: from <del dir=\"auto\">not valued</del> to <ins dir=\"auto\">$90</ins></li>"
                ))
            #expect(
                page.text.contains(
                    "<li>Serial number: from none to <ins dir=\"auto\">7</ins></li>"))
            let link = "<a href=\"\(item)\" dir=\"auto\">Zither</a>"
            #expect(all.text.contains("Changed item \(link): value"))
            #expect(all.text.contains("Added grocery"))
            let records = try #require(json["records"] as? [[String: Any]])
            #expect(
                records.compactMap { $0["author"] as? String } == ["owner (token Script)", "owner"])
            let change = try #require((records[0]["changes"] as? [[String: Any]])?.first)
            let values = try #require(change["values"] as? [[String: Any]])
            #expect(values.map { $0["what"] as? String } == ["Serial number"])
            #expect(values[0]["old"] is NSNull && values[0]["new"] as? String == "7")
            let groceries = try await client.get("/activity?section=groceries", headers: owner)
            #expect(groceries.text.contains("milk") && !groceries.text.contains("Zither"))
            let long = try await client.get("/activity?day=2020-01-01", headers: owner)
            #expect(long.text.contains("No changes match"))
            let delete = try await client.post(item + "/delete", headers: owner)
            #expect(delete.status == .seeOther)
            let gone = try await client.get("/activity", headers: owner)
            let trashed = "<a href=\"/trash/1\" dir=\"auto\">Zither</a>"
            #expect(gone.text.contains("Changed item \(trashed): the trash"))
            try await client.post("/trash/1/delete", headers: owner)
            let erased = try await client.get("/activity", headers: owner)
            #expect(erased.text.contains("Deleted item <span dir=\"auto\">Zither"))
            #expect(erased.text.contains("Changed item <span dir=\"auto\">Zither"))
            #expect(!erased.text.contains("item <span dir=\"auto\">no. "))
        }
    }

    @Test("A deleted record keeps its name in the activity, also where it was added or changed")
    func deletedNames() async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, member in
            for (list, name, noun) in [
                ("/tags", "name", "tag"), ("/asset-types", "label", "type"),
                ("/locations", "name", "location"), ("/products", "name", "product"),
                ("/book-categories", "name", "category"),
            ] {
                let made = try await client.post(
                    list, [(name, "Old \(noun)"), ("price", "1")], headers: owner)
                let record = try #require(made.headers[.location], "\(list) \(made.text)")
                try await client.post(record, [(name, "Quaint \(noun)")], headers: owner)
                let deleted = try await client.post(record + "/delete", headers: member)
                #expect(deleted.status == .seeOther, "\(list)")
                func changes(_ person: String) async throws -> [String] {
                    let list = try await client.json(
                        "/activity.json?person=\(person)&perPage=3", headers: owner)
                    let records = try #require(list["records"] as? [[String: Any]])
                    return records.flatMap { $0["changes"] as? [[String: Any]] ?? [] }.compactMap {
                        "\($0["type"] ?? "") \($0["label"] ?? "") \($0["path"] ?? "")"
                    }
                }
                #expect(
                    try await changes("member").first == "deleted Quaint \(noun) <null>", "\(list)")
                #expect(
                    try await changes("owner").prefix(2) == [
                        "changed Quaint \(noun) <null>", "added Quaint \(noun) <null>",
                    ], "\(list)")
            }
        }
    }

    @Test(
        "Properties have readable labels",
        arguments: [
            ("valueInDollars", "value"), ("orderingValue", "its place"), ("isRead", "details"),
            ("discountPercent", "discount percent"), ("emailid", "e-mail"),
        ])
    func labels(property: String, label: String) {
        #expect(ActivitySource.label(of: property) == label)
    }

    @Test(
        "Values are shown as people read them",
        arguments: [
            ("valueInDollars", "1200", "$1,200"), ("price", "9.5", "$9.50"),
            ("discountCents", "150", "$1.50"),
            ("purchaseDate", "2026-03-04T00:00:00Z", "Mar 4, 2026"),
            ("notes", "2026-03-04T00:00:00Z", "2026-03-04T00:00:00Z"), ("itemName", "90", "90"),
        ])
    func values(property: String, text: String, shown: String) {
        let row = ChangedValueRow(ValueChange(property: property, old: nil, new: text))
        #expect(row.new == shown && !row.hasOld)
    }

    @Test(
        "Amounts of sales are shown in the shop’s currency", arguments: ["price", "tenderedCents"])
    func currency(property: String) throws {
        let change = ValueChange(property: property, old: "100", new: nil)
        let row = ChangedValueRow(change, in: try #require(Currency("EUR")))
        #expect(row.old == (property == "price" ? "€100.00" : "€1.00"))
    }

    @Test("Customers, sales, products, groceries, books and places show old and new values too")
    func allSections() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            func told(_ path: String, _ fields: [(String, String)], _ text: String) async throws {
                let changed = try await client.post(path, fields, headers: owner)
                #expect(changed.status == .seeOther, "\(path)")
                let page = try await client.get(path, headers: owner)
                #expect(page.text.contains(text), "\(path)")
            }
            let product = try await client.post(
                "/products", [("name", "Mug"), ("price", "3")], headers: owner)
            let customer = try await client.post(
                "/customers", [("name", "Ann"), ("product", "1"), ("quantity", "1")],
                headers: owner)
            let grocery = try await client.post("/groceries", [("entry", "milk")], headers: owner)
            #expect([product, customer, grocery].allSatisfy { $0.status == .seeOther })

            try await told(
                "/products/1", [("price", "4")], "<del dir=\"auto\">$3.00</del> to <ins")
            try await told(
                "/customers/1", [("name", "Anna")], "from <del dir=\"auto\">Ann</del> to <ins")
            try await told(
                "/groceries/1", [("name", "oat milk")], "<del dir=\"auto\">milk</del> to <ins")
            try await told("/books/1", [("title", "Another")], "<ins dir=\"auto\">Another</ins>")
        }
    }

    @Test("A viewer of sales sees only changes of sales")
    func shop() async throws {
        try await TestSite.signedIn(.owner, .shop) { client, owner, shop in
            try await client.post("/items", [("itemName", "Zither")], headers: owner)
            try await client.post("/products", [("name", "Mug"), ("price", "3")], headers: owner)

            let page = try await client.get("/activity", headers: shop)
            let refused = try await client.get("/activity?section=inventory", headers: shop)
            let json = try await client.json("/activity.json", headers: shop)

            #expect(page.text.contains("Mug") && !page.text.contains("Zither"))
            #expect(!page.text.contains("value=\"inventory\""))
            #expect(refused.status == .unprocessableContent)
            #expect((json["records"] as? [Any])?.count == 1)
        }
    }

    @Test("Each change is listed exactly once across pages")
    func paging() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            for number in 0..<60 {
                try await client.post("/groceries", [("entry", "n\(number)x")], headers: owner)
            }
            var (path, found): (String?, [String]) = ("/activity", [])
            var pages = 0
            while let next = path {
                let page = try await client.get(next, headers: owner)
                found += page.text.matches(of: #/>(n\d+x)<\/a>/#).map { String($0.1) }
                path = page.text.firstMatch(of: #/<a href="([^"]+)" rel="next"/#).map {
                    $0.1.replacingOccurrences(of: "&amp;", with: "&")
                }
                pages += 1
            }

            #expect(found == (0..<60).reversed().map { "n\($0)x" })
            #expect(pages == 2)
        }
    }

    @Test(
        "An invalid filter is refused with the reason",
        arguments: ["day=tomorrow", "before=x", "section=attic", "author=Anna"])
    func faults(query: String) async throws {
        try await TestSite.inventory { client in
            let page = try await client.get("/activity?" + query)
            let json = try await client.get("/activity.json?" + query)

            #expect(page.status == .unprocessableContent)
            #expect(json.status == .unprocessableContent)
        }
    }

    @Test("The saves follow the rules of every list: words, order, pages, predicates, CSV")
    func list() async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, member in
            for (name, headers) in [("Zither", owner), ("Lute", member), ("Harp", owner)] {
                try await client.post("/items", [("itemName", name)], headers: headers)
            }
            func labels(_ query: String) async throws -> [String] {
                let list = try await client.json("/activity.json?\(query)", headers: owner)
                return try #require(list["records"] as? [[String: Any]]).compactMap {
                    ($0["changes"] as? [[String: Any]])?.first?["label"] as? String
                }
            }

            let whole = try await client.json("/activity.json", headers: owner)
            #expect(Set(whole.keys) == ["records", "page", "perPage", "total"])
            #expect(whole["total"] as? Int == 3 && whole["perPage"] as? Int == 50)
            #expect(try await labels("") == ["Harp", "Lute", "Zither"])
            #expect(try await labels("sort=date") == ["Zither", "Lute", "Harp"])
            #expect(try await labels("page=2&perPage=2") == ["Zither"])
            #expect(try await labels("page=5") == [])
            #expect(try await labels("q=lute") == ["Lute"])
            #expect(try await labels("q=member") == ["Lute"])
            #expect(try await labels("q=added+harp") == ["Harp"])
            #expect(try await labels("person=owner&sort=id") == ["Zither", "Harp"])
            let predicate = QueryText.encode([("predicate", "author == \"member\"")])
            #expect(try await labels(predicate) == ["Lute"])
            let csv = try await client.get("/activity.csv?sort=id&perPage=1", headers: owner)
            #expect(csv.text.hasPrefix("id,date,author,changes,total\r\n"))
            #expect(csv.text.split(separator: "\r\n").count == 4)
            #expect(csv.text.contains(",member,Added item Lute,1\r\n"))

            let page = try await client.get("/activity?q=lute", headers: owner).text
            #expect(page.contains("Lute") && !page.contains("Zither"))
            let first = try await client.get("/activity?perPage=2", headers: owner).text
            #expect(first.contains("href=\"/activity?perPage=2&amp;page=2\" rel=\"next\""))
            for query in ["sort=nothing", "page=0", "perPage=201", "predicate=nothing", "x=1"] {
                for path in ["/activity", "/activity.json", "/activity.csv"] {
                    let refused = try await client.get("\(path)?\(query)", headers: owner)
                    #expect(refused.status == .unprocessableContent, "\(path)?\(query)")
                }
            }
        }
    }

    @Test("Without accounts nothing is recorded, and pages of records stay as they are")
    func withoutAccounts() async throws {
        try await TestSite.inventory { client in
            let item = try await client.add("Zither")

            let page = try await client.get("/activity")
            let record = try await client.get(item)

            #expect(page.text.contains("from the first save by a signed-in person"))
            #expect(page.text.contains("href=\"/people\""))
            #expect(!record.text.contains("changes-heading"))
        }
    }

    @Test("A removed and forgotten person is no longer named, and others are")
    func forgetting() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner, .member, .shop])
        try await site.test { test in
            let client = InventoryClient(client: test)
            var owner = try await client.signIn("owner")
            let member = try await client.signIn("member")
            let shop = try await client.signIn("shop")
            let made = try await client.post("/items", [("itemName", "Zither")], headers: member)
            let item = try #require(made.headers[.location])
            try await client.post("/products", [("name", "Mug"), ("price", "3")], headers: shop)
            try await client.post(item, [("valueInDollars", "90")], headers: owner)
            // Cached pages must not contain a removed name.
            for page in [item, "/activity"] {
                #expect(try await client.get(page, headers: owner).text.contains(">member</b>"))
            }
            let people = try await client.json("/people.json", headers: owner)
            func remove(_ name: String, _ fields: [(String, String)]) async throws {
                let records = try #require(people["records"] as? [[String: Any]])
                let id = records.first { $0["name"] as? String == name }?["id"] as? String
                let path = "/people/\(try #require(id))/delete"
                let gone = try await client.post(path, fields, headers: owner)
                #expect(gone.status == .seeOther)
            }

            try await remove("member", [("forget", "yes")])
            try await remove("shop", [])

            for page in [item, "/activity"] {
                let text = try await client.get(page, headers: owner).text
                #expect(!text.contains(">member</b>") && text.contains(">Person removed</b>"))
            }
            owner[.accept] = "application/json"
            let json = try await client.json("/activity.json", headers: owner)
            let records = try #require(json["records"] as? [[String: Any]])
            #expect(
                records.compactMap { $0["author"] as? String }
                    == ["owner", "shop", "Person removed"])
        }
    }

    @Test("An import is attributed to the person who confirmed it")
    func imports() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            var headers = try await client.signIn("owner")
            headers[.accept] = "application/json"
            let imports = ImportClient(site: client, address: "/import")
            let plan = try await imports.upload(
                "Name,Serial,Value\nSofa,S-1,900\n", headers: headers)
            let address = try #require(try plan.json["confirm"] as? String)
            let digest = try #require(try plan.json["plan"] as? String)
            let done = try await client.post(address, [("plan", digest)], headers: headers)

            #expect(done.status == .created)
            let json = try await client.json("/activity.json", headers: headers)
            let records = try #require(json["records"] as? [[String: Any]])
            #expect(records.compactMap { $0["author"] as? String } == ["owner (import)"])
        }
    }
}
