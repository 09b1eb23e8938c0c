import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

@Suite("A list shared with people without an account")
struct SharingTests {
    @Test("The link shows its list and nothing else, and its address stays secret")
    func wholeStory() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            try await client.post(
                "/items",
                [("itemName", "Zither"), ("valueInDollars", "90"), ("serialNumber", "SN-7")],
                headers: owner)
            try await client.post(
                "/items", [("itemName", "Sofa"), ("valueInDollars", "20")], headers: owner)

            let path = try await Self.share(client, owner, [("list", "/items?minValue=50")])
            let page = try await client.get(path)

            #expect(page.status == .ok)
            #expect(page.text.contains("Zither") && page.text.contains("SN-7"))
            #expect(page.text.contains("1 item, worth $90"))
            #expect(!page.text.contains("Sofa"))
            #expect(page.headers[.cacheControl] == "no-store")
            #expect(page.headers[.robots] == "noindex, nofollow")
            #expect(page.headers[.referrerPolicy] == "no-referrer")
            #expect(page.headers[.setCookie] == nil)
            for text in ["/items", "/search", "/groceries", "/account"] {
                #expect(!page.text.contains("\"\(text)"), "\(text)")
            }
            // Neither another list, nor the records, nor any form.
            let other = try await client.get(path + "?list=/items&minValue=0&q=Sofa")
            #expect(!other.text.contains("Sofa"))
            #expect(try await client.get("/items.json").status == .unauthorized)
            #expect(try await client.post(path).status == .methodNotAllowed)
            #expect(try await client.get(path + ".json").status == .gone)
            let second = try await client.get(path + "?page=2")
            #expect(second.status == .ok && !second.text.contains("Zither"))
            // Signed-in people see the same as the others.
            let seen = try await client.get(path, headers: owner)
            #expect(!seen.text.contains("/groceries") && !seen.text.contains("/account"))
        }
    }

    @Test(
        "Groceries, books, places, types and tags can be shared too, without further links",
        arguments: [
            ("/groceries?q=milk", "milk"), ("/books?sort=price", "$"),
            ("/book-categories", "Categories"), ("/places", "Albums"),
            ("/locations", "Attic"), ("/asset-types?q=jewel", "Jewelry"), ("/tags", "red things"),
            ("/documents", "Receipt.pdf"), ("/products?sort=price", "$3.00"),
        ])
    func otherLists(list: String, text: String) async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            try await client.post("/groceries", [("entry", "2 l milk")], headers: owner)
            try await client.post("/groceries", [("entry", "eggs")], headers: owner)
            try await client.post("/locations", [("name", "Attic")], headers: owner)
            try await client.post("/tags", [("name", "red things")], headers: owner)
            try await client.post("/products", [("name", "Mug"), ("price", "3")], headers: owner)
            let item = try await client.post(
                "/items", [("itemName", "Sofa")], headers: owner)
            _ = try await client.upload(
                try #require(item.headers[.location]) + "/documents",
                files: [("Receipt.pdf", Self.pdf)], headers: owner)
            if list != "/places" {
                let own = try await client.get(list, headers: owner)
                #expect(own.text.contains("/sharing?list="))
            }

            let path = try await Self.share(client, owner, [("list", list)])
            let page = try await client.get(path)

            #expect(page.status == .ok)
            #expect(page.text.contains(text) || list == "/book-categories" || list == "/places")
            #expect(page.text.contains("You can read this list until"))
            #expect(!page.text.contains("eggs") && !page.text.contains("href=\"/groceries"))
            let links = page.text.matches(of: #/<a [^>]*href="([^"]+)"/#).map { String($0.1) }
            // The name of the program links to the sign-in page.
            let further = links.filter { link in
                link != "/" && !["#", "/shared/", "/help"].contains { link.hasPrefix($0) }
            }
            #expect(further == [])
            #expect(page.headers[.cacheControl] == "no-store")
            let key = UUID().uuidString
            let picture = try await client.get("\(path)/items/\(key)/thumbnail")
            #expect(picture.status == .notFound)
            let listed = try await client.get("/sharing", headers: owner)
            #expect(
                listed.text.contains(
                    list.contains("?q") ? " · “" : SharedLists.words(list)))
        }
    }

    @Test("A list of items has the owned ones, and sold ones on request")
    func soldItems() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            var keys: [String] = []
            for (name, value) in [("Zither", "90"), ("Sofa", "20")] {
                let item = try await client.post(
                    "/items", [("itemName", name), ("valueInDollars", value)], headers: owner)
                let address = try #require(item.headers[.location])
                keys.append(try #require(address.split(separator: "/").last.map(String.init)))
            }
            let sale = try await client.post(
                "/sales", [("lines[0][itemKey]", keys[1]), ("lines[0][unitPrice]", "5")],
                headers: owner)
            #expect(sale.status == .seeOther)

            let owned = try await client.get(
                Self.share(client, owner, [("list", "/items?sort=itemName")])
            ).text
            let sold = try await client.get(
                Self.share(client, owner, [("list", "/items?sold=yes")])
            ).text

            #expect(owned.contains("1 item, worth $90"))
            #expect(owned.contains("Zither") && !owned.contains("Sofa"))
            #expect(sold.contains("1 item, worth $20"))
            #expect(sold.contains("Sofa") && !sold.contains("Zither"))
        }
    }

    @Test("Lists and reports are shared in the household’s currency")
    func currency() async throws {
        let site = try TestSite { $0.currency = Currency("EUR") }
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            for (name, replacement) in [("Zither", "70"), ("Sofa", "")] {
                try await client.post(
                    "/items",
                    [
                        ("itemName", name), ("valueInDollars", "20"),
                        ("replacementValue", replacement),
                    ], headers: owner)
            }

            let list = try await client.get(
                Self.share(client, owner, [("list", "/items?sort=itemName")])
            ).text
            let report = try await client.get(
                Self.share(client, owner, [("list", "/report")])
            ).text

            #expect(list.contains("2 items, worth €90. "))
            #expect(list.contains(">€70</td>") && list.contains(">€20</td>"))
            #expect(report.contains("2 items, worth €90, "))
            #expect(report.contains(">€70</td>"))
        }
    }

    @Test("A price list contains nothing about sales")
    func products() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            try await client.post("/products", [("name", "Mug"), ("price", "3")], headers: owner)
            try await client.post(
                "/customers", [("name", "Quentin"), ("product", "1"), ("quantity", "7171")],
                headers: owner)

            let path = try await Self.share(client, owner, [("list", "/products")])
            let page = try await client.get(path).text

            #expect(page.contains("Mug") && page.contains("$3.00") && page.contains(">Stock<"))
            for text in ["7,171", "21,513", ">Sold<", ">Total<", ">Last sold<", "Quentin"] {
                #expect(!page.contains(text), "\(text)")
            }
        }
    }

    @Test("The report is read and downloaded by its link, within the link’s limits")
    func report() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner, .viewer])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            try await client.post("/locations", [("name", "Attic")], headers: owner)
            let made = try await client.upload(
                "/items", [("itemName", "Zither"), ("valueInDollars", "90"), ("location", "1")],
                file: TestPicture.data(), headers: owner)
            try await client.post("/items", [("itemName", "Sofa")], headers: owner)
            let item = try #require(made.headers[.location])
            _ = try await client.upload(
                item + "/documents", files: [("Receipt.pdf", Self.pdf)], headers: owner)
            let own = try await client.get("/report?location=1&owner=Ada", headers: owner)
            let way = own.text.firstMatch(of: #/href="\/sharing\?list=([^"]+)"/#)?.1
            let address = try #require(way.flatMap { String($0).removingPercentEncoding })

            let path = try await Self.share(client, owner, [("list", address)])
            let page = try await client.get(path)
            let folder = try await client.get(path + "/report.zip")
            let list = try await Self.share(client, owner, [("list", "/items")])

            #expect(address == "/report?location=1&owner=Ada")
            #expect(page.status == .ok)
            for text in [
                "Zither", "Evidence 4 of 6", "Receipt: Receipt.pdf", "1 item, worth $90", "Ada",
                "Attic",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(!page.text.contains("Sofa") && !page.text.contains("href=\"/items"))
            #expect(!page.text.contains("What is missing"))
            #expect(page.headers[.cacheControl] == "no-store")
            let source = page.text.firstMatch(of: #/src="([^"]+\/thumbnail[^"]+)"/#)?.1
            let picture = try #require(source.map(String.init))
            #expect(try await client.get(picture).status == .ok)
            #expect(folder.status == .ok)
            #expect(folder.headers[.contentType] == "application/zip")
            #expect(folder.headers[.cacheControl] == "no-store")
            #expect(folder.text.contains("receipt-1.pdf"))
            // Only the link of a report grants access to one.
            #expect(try await client.get(list + "/report.zip").status == .gone)
            #expect(try await client.get("/shared/secret/report.zip").status == .gone)
            #expect(try await client.get("/report.zip").status == .unauthorized)
            let shared = try await client.get("/sharing", headers: owner).text
            #expect(shared.contains("Report · Location: Attic · Owner: Ada"))
            let viewer = try await client.signIn("viewer")
            #expect(!(try await client.get("/report", headers: viewer).text.contains("/sharing")))
        }
    }

    private static let pdf = Data(
        "%PDF-1.4\nxref\n1 0 obj\n<< /Type /Catalog >>\nendobj\nstartxref\n9\n%%EOF\n".utf8)

    @Test("All pages of a shared list can be read, and no other list")
    func paging() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            for name in ["aa", "bb", "cc"] {
                try await client.post("/groceries", [("entry", name)], headers: owner)
            }
            let path = try await Self.share(
                client, owner, [("list", "/groceries?perPage=2&sort=name&page=2")])

            let first = try await client.get(path).text
            let second = try await client.get(path + "?page=2&q=aa&list=/items").text

            #expect(first.contains(">aa<") && first.contains(">bb<") && !first.contains(">cc<"))
            #expect(!second.contains(">aa<") && second.contains(">cc<"))
            #expect(first.contains("rel=\"next\"") && second.contains("rel=\"prev\""))
            #expect(try await client.get(path + "?page=99999999999").status == .ok)
        }
    }

    @Test("A link expires on its day, when it is ended, and with its author")
    func endings() async throws {
        let clock = TestClock()
        let site = try TestSite { $0.now = { clock.now } }
        try await site.addPeople([.owner, .member])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let member = try await client.signIn("member")
            let day = "\(CalendarDay(clock.now).adding(days: 2))"
            let short = try await Self.share(client, owner, [("until", day)])
            let ended = try await Self.share(client, owner, [("name", "ended"), ("until", day)])
            let orphan = try await Self.share(client, member, [("name", "orphan"), ("until", day)])
            for path in [short, ended, orphan] {
                #expect(try await client.get(path).status == .ok)
            }

            let list = try await client.get("/sharing", headers: owner)
            #expect(!list.text.contains(ended))
            #expect(list.text.contains("All items"))
            let way = list.text.firstMatch(
                of: #/action="(/sharing/[^"]+/delete)"><[^>]+>End<span[^>]+> the link for ended/#)
            try await client.post(String(try #require(way).1), headers: owner)
            #expect(try await client.get(ended).status == .gone)
            #expect(try await client.get(short).status == .ok)
            let people = try await client.json("/people.json", headers: owner)
            let records = try #require(people["records"] as? [[String: Any]])
            let id = try #require(
                records.first { $0["name"] as? String == "member" }?["id"] as? String)
            try await client.post("/people/\(id)", [("role", "shop")], headers: owner)
            #expect(try await client.get(orphan).status == .gone, "it is not theirs to read now")
            clock.advance(hours: 72)
            #expect(try await client.get(short).status == .gone)
        }
    }

    @Test("A picture is shown as part of its list only")
    func thumbnails() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            for (name, value) in [("Zither", "90"), ("Sofa", "20")] {
                _ = try await client.upload(
                    "/items", [("itemName", name), ("valueInDollars", value)],
                    file: TestPicture.data(), headers: owner)
            }
            let path = try await Self.share(client, owner, [("list", "/items?minValue=50")])
            let page = try await client.get(path)

            let sources = page.text.matches(of: #/src="([^"]+)"/#).map {
                $0.1.replacingOccurrences(of: "&amp;", with: "&")
            }.filter { $0.contains("/thumbnail") }
            #expect(sources.count == 1)
            let source = try #require(sources.first)
            let picture = try await client.get(source)
            #expect(picture.status == .ok)
            #expect(picture.headers[.contentType] == "image/png")
            #expect(picture.headers[.cacheControl] == "no-store")
            let all = try await client.json("/items.json", headers: owner)
            let records = try #require(all["records"] as? [[String: Any]])
            for record in records {
                let key = try #require(record["itemKey"] as? String)
                let bare = try await client.get("\(path)/items/\(key)/thumbnail")
                #expect(bare.status == .notFound)
                let mark = source.split(separator: "=").last ?? ""
                let moved = try await client.get("\(path)/items/\(key)/thumbnail?mark=\(mark)")
                let isShown = record["itemName"] as? String == "Zither"
                #expect(moved.status == (isShown ? .ok : .notFound))
            }
        }
    }

    @Test("Only lists with an end are shared, and only by users who may edit")
    func faults() async throws {
        try await TestSite.signedIn(.owner, .viewer) { client, owner, viewer in
            for list in [
                "/customers", "https://evil.example", "/items?minValue=x", "/items/new",
                "/report?by=color", "/reports", "/quotes", "/trash",
            ] {
                let page = try await client.post(
                    "/sharing", [("name", "x"), ("list", list)], headers: owner)
                #expect(page.status == .unprocessableContent, "\(list)")
                #expect(page.text.contains("this list cannot be shared"))
            }
            for (until, message) in [("never", "“never” is"), ("", "Until: enter a value")] {
                let end = try await client.post(
                    "/sharing", [("name", "x"), ("until", until)], headers: owner)
                #expect(end.status == .unprocessableContent)
                #expect(end.text.contains(message), "\(until)")
            }
            let unnamed = try await client.post("/sharing", [("name", "")], headers: owner)
            #expect(unnamed.text.contains("Name: enter a value"))
            #expect(try await client.get("/sharing", headers: viewer).status == .forbidden)
            let items = try await client.get("/items", headers: viewer)
            #expect(!items.text.contains("/sharing"))
            let own = try await client.get("/items?q=lamp", headers: owner)
            #expect(own.text.contains("/sharing?list="))
        }
    }

    @Test("A calendar is read by its link, and nothing else is")
    func calendar() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            try await client.post("/items", [("itemName", "Bicycle")], headers: owner)
            try await client.post(
                "/tasks",
                [("item", "Bicycle"), ("title", "Service"), ("due", "2026-12-31")], headers: owner)

            let path = try await Self.share(client, owner, [("list", "/care.ics")])
            let calendar = try await client.get(path)
            let list = try await Self.share(client, owner, [("list", "/items")])

            #expect(path.hasSuffix("/care.ics"))
            #expect(calendar.headers[.contentType] == "text/calendar; charset=utf-8")
            #expect(calendar.text.contains("SUMMARY:Service: Bicycle"))
            #expect(calendar.headers[.cacheControl] == "no-store")
            #expect(try await client.get("/care.ics").status == .unauthorized)
            #expect(
                try await client.get("/tasks", headers: owner).text
                    .contains("href=\"/sharing?list=%2Fcare.ics\""))
            #expect(
                try await client.get("/sharing", headers: owner).text
                    .contains("The calendar of what is due"))
            // The link of a list is not valid for the calendar, nor vice versa.
            #expect(try await client.get(list + "/care.ics").status == .gone)
            let page = path.replacing("/care.ics", with: "")
            #expect(try await client.get(page).status == .gone)
        }
    }

    /// Shares a list. Returns the path of its link.
    static func share(
        _ client: InventoryClient, _ headers: HTTPFields,
        _ fields: [(name: String, value: String)]
    ) async throws -> String {
        var headers = headers
        headers[.accept] = "application/json"
        // The last of several counts.
        let made = try await client.post(
            "/sharing", [("name", "Insurer")] + fields, headers: headers)
        #expect(made.status == .created, "\(made.text)")
        let link = try #require(try made.json["link"] as? String)
        let path = link.firstMatch(of: #/https?:\/\/[^\/]+(\/shared\/.+)/#)?.1
        return String(try #require(path))
    }
}
