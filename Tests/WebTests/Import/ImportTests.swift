import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

struct ImportTests {
    private static let browser: HTTPFields = [.accept: "text/html", .secFetchMode: "navigate"]

    @Test("A person uploads a file, checks each row, confirms, and undoes the import")
    func browser() async throws {
        try await TestSite.importing { imports, _ in
            let form = try await imports.text("/sales/import")
            #expect(form.contains("enctype=\"multipart/form-data\""))

            let posted = try await imports.upload(
                ImportClient.lines, named: "old <books>.csv", headers: Self.browser)
            #expect(posted.status == .seeOther)
            let address = try #require(posted.headers[.location])
            let plan = try await imports.text(address)
            #expect(plan.contains("old &lt;books&gt;.csv"))
            #expect(plan.contains("Sale 1, line 2: Jug"))
            #expect(plan.contains("New customer “Ann”."))
            #expect(plan.contains("Import 3 rows"))
            #expect(try await imports.site.json("/sales.json")["total"] as? Int == 0)

            let digest = try #require(plan.firstMatch(of: /name="plan" value="([0-9a-f]+)"/)?.1)
            let done = try await imports.site.post(
                address, [("plan", String(digest))], headers: Self.browser)
            #expect(done.status == .seeOther)
            let page = try #require(done.headers[.location])
            let text = try await imports.text(page)
            #expect(text.contains("It added 2 customers, 2 products, 2 sales and 3 lines."))
            #expect(text.contains("Undo this import"))
            #expect(try await imports.site.json("/sales.json")["total"] as? Int == 2)
            #expect(try await imports.text("/sales/import").contains(page))

            let undone = try await imports.site.post("\(page)/undo", headers: Self.browser)
            #expect(undone.headers[.location] == page)
            #expect(try await imports.text(page).contains("was undone"))
            #expect(try await imports.site.json("/sales.json")["total"] as? Int == 0)
            #expect(try await imports.site.json("/customers.json")["total"] as? Int == 0)
        }
    }

    @Test("A script gets the verdicts, confirms, and gets the address to undo")
    func script() async throws {
        try await TestSite.importing { imports, _ in
            let plan = try await imports.upload(ImportClient.lines)
            #expect(try plan.verdicts == ["new", "new", "new"])
            #expect(try plan.json["kind"] as? String == "lines")
            #expect(try plan.json["encoding"] as? String == "UTF-8")

            let done = try await imports.confirm(plan)
            #expect(done.status == .created)
            let undo = try #require(try done.json["undo"] as? String)
            #expect(
                try await imports.upload(ImportClient.lines).verdicts.allSatisfy {
                    $0 == "unchanged"
                })
            try await imports.importing("name,price\nMug,2\n")

            let refused = try await imports.site.post(undo, headers: InventoryClient.json)
            #expect(refused.status == .conflict)
            #expect(
                try refused.json["obstacles"] as? [String] == [
                    "Product “Mug” was changed."
                ])
            // It was done at the first confirmation.
            let again = try await imports.confirm(plan)
            #expect(again.status == .ok)
            #expect(try again.json["undo"] as? String == undo)
        }
    }

    @Test("Importing an export of any list changes nothing")
    func roundTrip() async throws {
        try await TestSite.importing { imports, _ in
            try await imports.importing(
                "number,date,customerName,email,phone,productName,quantity,price,voidedAt,voidReason\n"
                    + "1,2026-11-20,=Ann,ann@example.com,+49 30 1234,+Mug,2,1.50,,\n"
                    + "1,2026-11-20,=Ann,ann@example.com,+49 30 1234,\"-J,\"\"ug\",1,20,,\n"
                    + "2,2026-11-21,''@Bob,,0176 99,+Mug,1,1.50,2026-11-22T08:00:00Z,=typo\n"
                    + "3,2026-11-21,=Ann,other@example.com,,+Mug,1,1.50,,\n")
            let customer = try await imports.text("/customers.csv")
            #expect(customer.contains("'=Ann"))
            #expect(customer.contains("'+49 30 1234"))
            #expect(customer.contains("''@Bob"))

            for (list, kind) in [
                ("/customers.csv", "customers"), ("/products.csv", "products"),
                ("/sales.csv", "sales"), ("/sales/lines.csv", "lines"),
            ] {
                let plan = try await imports.upload(try await imports.text(list))
                #expect(try plan.json["kind"] as? String == kind)
                #expect(plan.status == .ok)
                #expect(try plan.verdicts.allSatisfy { $0 == "unchanged" })
            }
            for list in ["/customers", "/products", "/sales"] {
                let twin = try await imports.text(list + ".json")
                let plan = try await imports.upload(twin, kind: String(list.dropFirst()))
                #expect(plan.status == .ok, "\(plan.text)")
                let verdicts = try plan.verdicts
                #expect(
                    verdicts.count == (list == "/products" ? 2 : 3)
                        && verdicts.allSatisfy { $0 == "unchanged" }, "\(list): \(plan.text)")
            }
        }
    }

    @Test("Further data of customers is imported, exported, and undone")
    func customerDetails() async throws {
        try await TestSite.importing { imports, _ in
            try await imports.importing(ImportClient.lines)
            let bare = try await imports.text("/customers.csv")

            let done = try await imports.importing(
                "name,numbers,street,postalCode,city,countryCode,tags,taxNumber,notes,consentedAt,"
                    + "consentNote,paperLanguage\n"
                    + "Ann,work: 555 0199; 555 0123,2 Low Street,62565,Shelbyville,us,"
                    + "\"garden, regular\",12/345,Rings twice,2026-11-21,letters only,fr\n")

            let table = try await imports.text("/customers.csv")
            #expect(
                table.contains(
                    "work: 555 0199; 555 0123,| 2 Low Street | 62565 | Shelbyville |  | US,"
                        + "\"garden, regular\",12/345,Rings twice,2026-11-21,letters only,"
                        + "2 Low Street,62565,Shelbyville,,US,fr"))
            let json = try await imports.upload(try await imports.text("/customers.json"))
            for plan in [try await imports.upload(table), json] {
                #expect(try plan.verdicts == ["unchanged", "unchanged"], "\(plan.text)")
            }
            for (column, cell) in [
                ("numbers", "ring me"), ("countryCode", "Nowhereland"), ("consentedAt", "soon"),
                ("paperLanguage", "French, please"),
                ("tags", String(repeating: "x", count: 41)),
            ] {
                let refused = try await imports.upload("name,email,\(column)\nAnn,,\(cell)\n")
                #expect(try refused.verdicts == ["refused"], "\(column)")
            }
            try await imports.site.post(
                try #require(done["undo"] as? String), headers: InventoryClient.json)
            #expect(try await imports.text("/customers.csv") == bare)
        }
    }

    @Test(
        "All numbers and addresses of a customer are imported elsewhere, with their labels",
        arguments: ["csv", "json"])
    func everyAddress(format: String) async throws {
        let fields = [
            ("numbers", "work; new: 555 0199\n555 0123"), ("addresses[0][label]", "home"),
            ("addresses[0][street]", "2 Low Street\nDoor 3; left"),
            ("addresses[0][city]", "Köln | Süd"), ("addresses[0][countryCode]", "DE"),
            ("addresses[1][street]", "4 High Street"), ("addresses[1][postalCode]", "62565"),
            ("addresses[2][label]", "work"), ("addresses[2][region]", "NRW"),
        ]
        let (list, known) = try await TestSite.importing { imports, _ in
            try await imports.importing(ImportClient.lines)
            let saved = try await imports.site.post(
                "/customers/1", fields.map { (name: $0.0, value: $0.1) },
                headers: InventoryClient.json)
            #expect(saved.status == .ok, "\(saved.text)")
            let list = try await imports.text("/customers.\(format)")
            #expect(try await imports.upload(list).verdicts == ["unchanged", "unchanged"])
            return (list, try await Self.contacts(imports))
        }
        try await TestSite.importing { imports, _ in
            try await imports.importing(ImportClient.lines)
            let bare = try await imports.text("/customers.csv")
            let done = try await imports.importing(list)

            #expect(try await Self.contacts(imports) == known)
            #expect(try await imports.upload(list).verdicts == ["unchanged", "unchanged"])
            try await imports.site.post(
                try #require(done["undo"] as? String), headers: InventoryClient.json)
            #expect(try await imports.text("/customers.csv") == bare)
        }
    }

    @Test("A part of the first address in a separate column overrides the address")
    func partOfAddress() async throws {
        try await TestSite.importing { imports, _ in
            try await imports.importing(ImportClient.lines)
            let list = "name,addresses,city\nAnn,home | 2 Low Street | 1 | Ulm | | DE,Bonn\n"
            try await imports.importing(list)

            let json = try await imports.site.json("/customers/1.json")
            let addresses = try #require(json["addresses"] as? [[String: Any]])
            #expect(addresses.map { $0["city"] as? String } == ["Bonn"])
            #expect(addresses.map { $0["street"] as? String } == ["2 Low Street"])
            #expect(try await imports.upload(list).verdicts == ["unchanged"])
            for cell in ["2 Low Street", "home | 2 Low Street | | | | Nowhereland"] {
                let refused = try await imports.upload("name,addresses\nAnn,\(cell)\n")
                #expect(try refused.verdicts == ["refused"], "\(cell)")
            }
        }
    }

    /// The contact details of the first customer, for comparing.
    private static func contacts(_ imports: ImportClient) async throws -> String {
        let json = try await imports.site.json("/customers/1.json")
        let contacts = ["numbers", "addresses"].map { json[$0] ?? NSNull() }
        return String(
            decoding: try JSONSerialization.data(
                withJSONObject: contacts, options: [.sortedKeys]), as: UTF8.self)
    }

    @Test("Stock and tax of products are imported once, and old tables do not reset the stock")
    func stock() async throws {
        try await TestSite.importing { imports, _ in
            try await imports.site.post(
                "/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            try await imports.importing("name,price,stock,taxRate\nMug,2,5,VAT 19 %\nJug,3,,\n")
            try await imports.site.post(
                "/products/1/stock", [("kind", "broken"), ("quantity", "1")])

            let mug = try await imports.site.json("/products/1.json")
            let jug = try await imports.site.json("/products/2.json")
            let again = try await imports.upload("name,price,stock,taxRate\nMug,2,5,VAT 19 %\n")
            let unknown = try await imports.upload("name,price,taxRate\nMug,2,VAT 7 %\n")

            // A shop may have sold more than its counted stock.
            try await imports.importing("name,price,stock\nPot,4,-9\n")
            #expect(try await imports.site.json("/products/3.json")["stock"] as? Int == -9)
            #expect(mug["stock"] as? Int == 4)
            #expect(mug["taxRate"] as? Int == 1)
            #expect(jug["stock"] is NSNull)
            #expect(try again.verdicts == ["unchanged"])
            #expect(again.text.contains("the stock stays 4"))
            #expect(try unknown.verdicts == ["refused"])
        }
    }

    @Test("Importing an export into an empty shop restores the list")
    func restored() async throws {
        let lines = try await TestSite.importing { imports, _ in
            try await imports.importing(ImportClient.lines)
            return try await imports.text("/sales/lines.csv")
        }
        try await TestSite.importing { imports, _ in
            try await imports.importing(lines)

            #expect(try await imports.text("/sales/lines.csv") == lines)
        }
    }

    @Test("A price list is imported with its numbers, barcodes, units, categories and costs")
    func priceList() async throws {
        let list =
            "name,price,sku,barcode,unit,category,cost,lowStock\n"
            + "Bulb,2,,,,Lights,,\nLamp,12.50,L-1,4006381333931,piece,lights,7.50,3\n"
        let exported = try await TestSite.importing { imports, _ in
            try await imports.importing(list)
            return try await imports.text("/products.csv")
        }
        #expect(exported.contains("L-1,4006381333931,piece,Lights,,7.50,,3"))
        try await TestSite.importing { imports, _ in
            try await imports.importing(exported)
            #expect(try await imports.text("/products.csv") == exported)

            let double = try await imports.upload("name,price,sku\nCandle,1,l-1\n")
            #expect(double.status == .unprocessableContent)
            let again = try await imports.upload(exported)
            #expect(try again.verdicts.allSatisfy { $0 == "unchanged" })
        }
    }

    @Test("One refused row refuses the file, which is not stored")
    func refused() async throws {
        try await TestSite.importing { imports, site in
            let text = "name,price\nMug,1\nJug,1.234\n"

            let json = try await imports.upload(text)
            let page = try await imports.upload(text, headers: Self.browser)

            #expect(json.status == .unprocessableContent)
            #expect(try json.verdicts == ["new", "refused"])
            #expect(try json.json["confirm"] is NSNull)
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("1 row is refused"))
            #expect(page.text.contains("$1,234.00 or $1.23"))
            #expect(!page.text.contains("name=\"plan\""))
            let folder = site.configuration.dataDirectory + "/imports"
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    @Test("A card number is stored nowhere, whatever its column")
    func cards() async throws {
        try await TestSite.importing { imports, site in
            for text in [
                "name,price,note\nMug,1,4111 1111 1111 1111\n",
                "name,price\nMug,4111111111111111\n",
                "4111111111111111,price\nMug,1\n",
                "name,email,phone\n4111-1111-1111-1111,a@b.example,\n",
            ] {
                for headers in [InventoryClient.json, Self.browser] {
                    let answer = try await imports.upload(text, headers: headers)

                    #expect(answer.status == .unprocessableContent)
                    #expect(!answer.text.contains("1111"))
                }
            }
            let bytes = try site.dataBytes()
            for text in ["4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111"] {
                #expect(bytes.range(of: Data(text.utf8)) == nil)
            }
            let code = try await imports.upload("name,price,CVV\nMug,1,123\n")
            #expect(try code.faults["file"]?.contains("security codes") == true)
        }
    }

    @Test("Unreadable files are refused with the reason")
    func unreadable() async throws {
        try await TestSite.importing { imports, _ in
            let files: [(Data, String)] = [
                (Data(), "empty"), (Data([0x50, 0x4B, 3, 4]), "workbook"),
                (Data("a,b\n1,2\n".utf8), "unclear"), (Data("name,price\n\"x".utf8), "Line 2"),
                (Data([0xFF, 0xFE, 0x41]), "cut off"),
            ]
            for (data, reason) in files {
                let answer = try await imports.upload(data)

                #expect(answer.status == .unprocessableContent)
                #expect(try answer.faults["file"]?.contains(reason) == true)
            }
            let none = try await imports.site.post(
                "/sales/import", [("kind", "customers")], headers: InventoryClient.json)
            #expect(try none.faults.keys.sorted() == ["file"])
            let kind = try await imports.upload("name,price\nMug,1\n", kind: "cats")
            #expect(try kind.faults.keys.sorted() == ["kind"])
            let page = try await imports.upload(Data(), headers: Self.browser)
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("href=\"#file\""))
        }
    }

    @Test("A file over the limit is a 413 that states the limit and the size")
    func tooLarge() async throws {
        try await TestSite.importing { imports, _ in
            let data = Data("name,price\n".utf8) + Data(repeating: 0x61, count: 26_000_000)

            let answer = try await imports.upload(data)
            let page = try await imports.upload(data, headers: Self.browser)

            #expect(answer.status == .contentTooLarge)
            #expect(try answer.json["limit"] as? Int == 25_000_000)
            #expect(try answer.json["size"] as? Int == data.count)
            #expect(page.status == .contentTooLarge && page.text.contains("homeowner import FILE"))
        }
    }

    @Test("A file in another encoding is read as the script chose, and the encoding is reported")
    func windows() async throws {
        try await TestSite.importing { imports, _ in
            let data = try #require("name;price\r\nTäßchen;1,50\r\n".data(using: .windowsCP1252))

            let plan = try await imports.upload(data, fields: [("encoding", "Windows-1252")])

            #expect(try plan.json["encoding"] as? String == "Windows-1252")
            #expect(try plan.json["separator"] as? String == "semicolon")
            #expect(try await imports.confirm(plan).status == .created)
            #expect(try await imports.text("/products.csv").contains("Täßchen,1.50"))
        }
    }

    @Test("Changes since the dry run are shown again before the import")
    func stale() async throws {
        try await TestSite.importing { imports, _ in
            try await imports.importing("name,price\nMug,1\n")
            let plan = try await imports.upload("name,price\nMug,5\n")
            try await imports.importing("name,price\nMug,2\n")

            let first = try await imports.confirm(plan)
            #expect(first.status == .conflict)
            let address = try #require(try plan.json["confirm"] as? String)
            let page = try await imports.site.post(address, [("plan", "1")])
            #expect(page.status == .conflict)
            #expect(page.text.contains("records changed since you looked"))
            #expect(page.text.contains("Price: “2.00” becomes “5.00”."))
            #expect(try await imports.confirm(first).status == .created)
        }
    }

    @Test("A script that names no plan imports the current plan of the file")
    func withoutPlan() async throws {
        try await TestSite.importing { imports, _ in
            let plan = try await imports.upload("name,price\nMug,5\n")
            let address = try #require(try plan.json["confirm"] as? String)

            let done = try await imports.site.post(address, headers: InventoryClient.json)

            #expect(done.status == .created)
            #expect(try await imports.text("/products.csv").contains("Mug,5.00"))
        }
    }

    @Test("Files of other sections are neither read, shown, imported nor undone there")
    func otherSections() async throws {
        try await TestSite.importing { imports, site in
            let items = "itemName,serialNumber,valueInDollars\nSofa,1,5\n"
            for kind in ["items", nil] {
                let answer = try await imports.upload(items, kind: kind)
                #expect(answer.status == .unprocessableContent, "\(answer.text)")
            }
            let folder = site.configuration.dataDirectory + "/imports"
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])

            let everything = ImportClient(site: imports.site, address: "/import")
            let plan = try await everything.upload(items)
            let address = try #require(try plan.json["confirm"] as? String)
            let token = try #require(address.split(separator: "/").last)
            #expect(try await imports.site.get("/sales/import/\(token)").status == .notFound)
            for path in ["", "/cancel"] {
                let answer = try await imports.site.post("/sales/import/\(token)\(path)")
                #expect(answer.status == .notFound, "\(path)")
            }
            let done = try await everything.confirm(plan)
            let id = try #require(try done.json["id"] as? String)
            #expect(try await imports.site.get("/sales/imports/\(id)").status == .notFound)
            #expect(try await imports.site.post("/sales/imports/\(id)/undo").status == .notFound)
            #expect(try await imports.site.names() == ["Sofa"])
        }
    }

    @Test("Addresses that lead to no record are not found")
    func notFound() async throws {
        try await TestSite.importing { imports, _ in
            let token = String(repeating: "a", count: 32)
            for uri in [
                "/sales/import/\(token)", "/sales/import/..%2f..%2fx", "/sales/imports/\(token)",
                "/sales/import/\(token).json",
            ] {
                let answer = try await imports.site.get(uri)
                #expect(answer.status == .notFound)
            }
            for uri in ["/sales/import/\(token)", "/sales/imports/\(token)/undo"] {
                let answer = try await imports.site.post(uri)
                #expect(answer.status == .notFound)
            }
        }
    }

    @Test("An import’s data about a person is deleted when the person is removed")
    func removedPerson() async throws {
        try await TestSite.importing { imports, site in
            try await imports.importing(ImportClient.lines)
            let change = try await imports.importing(
                "name,email,phone\nAnnabel Unmistakable,ann@example.com,+49 30 1234\n")
            try await imports.importing("name,email,phone\nAnn,ann@example.com,+49 30 1234\n")
            let customer = try #require(
                try await imports.text("/customers.csv").firstMatch(of: /(\d+),Ann,/)?.1)

            let removed = try await imports.site.post("/customers/\(customer)/anonymization")

            #expect(removed.status == .seeOther)
            #expect(try site.dataBytes().range(of: Data("Unmistakable".utf8)) == nil)
            let undo = "/sales/imports/\(try #require(change["id"] as? String))"
            #expect(try await imports.text(undo).contains("A person in it was removed"))
            #expect(try await imports.site.post("\(undo)/undo").status == .conflict)
        }
    }

    @Test("Concurrent confirmations import the file once")
    func twice() async throws {
        try await TestSite.importing { imports, _ in
            let plan = try await imports.upload(ImportClient.lines)

            let statuses = try await withThrowingTaskGroup { group in
                for _ in 0..<6 { group.addTask { try await imports.confirm(plan).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(statuses.count == 6 && statuses.count { $0 == .created } == 1)
            #expect(Set(statuses) == [.created, .ok])
            let address = try #require(try plan.json["confirm"] as? String)
            let again = try await imports.site.post(address, headers: Self.browser)
            let page = try #require(again.headers[.location])
            #expect(again.status == .seeOther && page.hasPrefix("/sales/imports/"))
            #expect(try await imports.site.get(address).headers[.location] == page)
            #expect(try await imports.text(page).contains("was imported"))
            #expect(try await imports.site.json("/sales.json")["total"] as? Int == 2)
        }
    }
}
