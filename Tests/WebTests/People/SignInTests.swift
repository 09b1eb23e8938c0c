import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Signing in")
struct SignInTests {
    @Test("Pages of a signed-in user are not stored in shared caches")
    func caches() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner, .viewer])
        try await site.test { test in
            let client = InventoryClient(client: test)
            for name in ["owner", "viewer"] {
                let headers = try await client.signIn(name)
                for path in ["/items", "/items.json", "/items.csv", "/", "/model"] {
                    let page = try await client.get(path, headers: headers)
                    #expect(page.headers[.cacheControl]?.contains("private") == true, "\(path)")
                }
            }
            let viewer = try await client.signIn("viewer")
            let places = try await client.get("/places", headers: viewer)
            #expect(!places.text.contains(site.configuration.dataDirectory))
        }
    }

    @Test("Without accounts nothing is required, and no account store is created")
    func nobody() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let page = try await client.get("/items")

            #expect(page.status == .ok)
            #expect(page.headers[.setCookie] == nil)
            #expect(!page.text.contains("/account"))
            #expect(try await client.get("/account").status == .notFound)
        }
        let path = DataDirectory(path: site.configuration.dataDirectory).accounts
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("An anonymous request is redirected to sign in, and then to the requested page")
    func wayIn() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let asked = try await client.get("/items?q=lamp%20a")
            #expect(asked.headers[.location] == "/sign-in?next=%2Fitems%3Fq%3Dlamp%2520a")
            let form = try await client.get(asked.headers[.location] ?? "")
            #expect(form.status == .ok)
            #expect(form.headers[.cacheControl] == "no-store")
            #expect(form.text.contains("autocomplete=\"username\""))
            #expect(form.text.contains("autocomplete=\"current-password\""))
            #expect(!form.text.contains("/groceries"), "a stranger sees no sections")

            let done = try await client.post(
                "/sign-in",
                [("name", "owner"), ("password", TestSite.password), ("next", "/items?q=lamp%20a")])

            #expect(done.headers[.location] == "/items?q=lamp%20a")
            let cookie = try #require(done.headers[.setCookie])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
            #expect(cookie.contains("Path=/") && !cookie.contains("Secure"))
            let page = try await client.get("/items", headers: done.sentCookie)
            #expect(page.status == .ok)
            #expect(page.text.contains("/account"))
        }
    }

    @Test(
        "No redirect leaves the site",
        arguments: [
            "https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)",
            "/sign-in?next=/", "/a b", "",
        ])
    func openRedirects(next: String) async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)

            let done = try await client.post(
                "/sign-in",
                [("name", "owner"), ("password", TestSite.password), ("next", next)])

            #expect(done.headers[.location] == "/")
        }
    }

    @Test("A wrong password and an unknown name get the same response, byte by byte")
    func equalAnswers() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)

            let wrong = try await client.post(
                "/sign-in", [("name", "owner"), ("password", "wrong wrong wrong")])
            let unknown = try await client.post(
                "/sign-in", [("name", "nzbdy"), ("password", "wrong wrong wrong")])

            #expect(wrong.status == .unprocessableContent)
            #expect(unknown.status == wrong.status)
            #expect(
                unknown.text.replacingOccurrences(of: "nzbdy", with: "owner") == wrong.text)
            #expect(!wrong.text.contains("wrong wrong wrong"), "no page repeats a password")
            #expect(wrong.headers[.setCookie] == nil)
        }
    }

    @Test("Too many wrong passwords are a 429 with the delay")
    func throttling() async throws {
        let date = Date()
        let site = try TestSite { $0.now = { date } }
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            for _ in 0..<5 {
                try await client.post("/sign-in", [("name", "owner"), ("password", "x")])
            }

            let late = try await client.post(
                "/sign-in", [("name", "owner"), ("password", TestSite.password)])

            #expect(late.status == .tooManyRequests)
            #expect(late.headers[.retryAfter] == "1")
        }
    }

    @Test(
        "Many concurrent wrong passwords block neither pages nor the owner’s sign-in")
    func crowd() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
                for connection in 0..<50 {
                    group.addTask {
                        var statuses: [Int] = []
                        for guess in 0..<10 {
                            let fields = [
                                ("name", guess.isMultiple(of: 2) ? "owner" : "nobody\(connection)"),
                                ("password", "wrong horse \(connection) \(guess)"),
                            ]
                            statuses.append(
                                Int(try await client.post("/sign-in", fields).status.code))
                        }
                        return statuses
                    }
                }
                for _ in 0..<30 {
                    let page = try await client.get("/items", headers: owner)
                    #expect(page.status == .ok)
                }
                var all: [Int] = []
                for try await statuses in group { all += statuses }
                return all
            }

            #expect(statuses.count == 500)
            #expect(Set(statuses).isSubset(of: [422, 429, 503]), "\(Set(statuses))")
            // An early attempt costs no hash, so only few of 500 were checked.
            #expect(statuses.count { $0 == 422 } <= 40, "\(statuses.count { $0 == 422 })")
            #expect(try await client.get("/account", headers: owner).status == .ok)
        }
    }

    @Test("A busy server answers with 503 and Retry-After")
    func busy() {
        let refusal = People.refusal(.busy, field: "password")

        #expect(refusal.status == .serviceUnavailable)
        #expect(refusal.headers[.retryAfter] == "10")
        #expect(refusal.message(for: "password")?.contains("Try again") == true)
    }

    @Test("Signing in replaces the cookie, and neither a planted nor a former one is accepted")
    func fixation() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let made = String(repeating: "A", count: 43)
            let planted: HTTPFields = [.cookie: "homeowner=\(made)"]
            #expect(try await client.get("/items", headers: planted).status == .seeOther)
            let first = try await client.signIn("owner")

            let again = try await client.post(
                "/sign-in", [("name", "owner"), ("password", TestSite.password)], headers: first)

            #expect(again.sentCookie != first)
            #expect(!(again.sentCookie[.cookie] ?? "").contains(made))
            #expect(try await client.get("/items", headers: again.sentCookie).status == .ok)
            #expect(try await client.get("/items", headers: first).status == .seeOther)
        }
    }

    @Test("After signing out, the secret is invalid, here and on other devices")
    func signingOut() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let laptop = try await client.signIn("owner")
            let phone = try await client.signIn("owner")

            let page = try await client.get("/account", headers: laptop)
            let found = page.text.matches(of: #/action="(/account/devices/[0-9A-F-]+/delete)"/#)
            #expect(found.count == 2)
            for match in found {
                try await client.post(String(match.1), headers: laptop)
            }

            #expect(try await client.get("/items.json", headers: phone).status == .unauthorized)
            #expect(try await client.get("/items.json", headers: laptop).status == .unauthorized)
            let last = try await client.signIn("owner")
            let out = try await client.post("/sign-out", headers: last)
            #expect(out.headers[.setCookie]?.contains("Max-Age=0") == true)
            #expect(try await client.get("/items.json", headers: last).status == .unauthorized)
        }
    }

    @Test(
        "A browser is shown with a readable name",
        arguments: [
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
                    + "Chrome/140.0.0.0 Safari/537.36", "Chrome on Linux"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 "
                    + "(KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone"
            ),
            (
                "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
                "Firefox on Android"
            ),
            ("curl/8.5.0", "curl"), ("", "A program"), ("My script", "My script"),
        ])
    func browserNames(agent: String, name: String) {
        #expect(BrowserName.text(agent) == name)
    }

    @Test("A form from another site does nothing, though the browser sends the cookie")
    func crossSite() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            var headers = try await client.signIn("owner")
            headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = "cross-site"

            for path in ["/sign-in", "/sign-out", "/people", "/items", "/account/password"] {
                let answer = try await client.post(path, [("itemName", "x")], headers: headers)
                #expect(answer.status == .forbidden, "\(path)")
            }
            headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = nil
            #expect(try await client.get("/items", headers: headers).status == .ok)
        }
    }

    @Test("Adding people requires the password again after 15 minutes")
    func askingAgain() async throws {
        let clock = TestClock()
        let site = try TestSite { $0.now = { clock.now } }
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let headers = try await client.signIn("owner")
            #expect(try await client.get("/people", headers: headers).status == .ok)

            clock.advance(hours: 0.27)

            let page = try await client.get("/people", headers: headers)
            #expect(page.headers[.location] == "/sign-in/again?next=%2Fpeople")
            let fields = [("name", "new"), ("password", TestSite.password), ("role", "viewer")]
            #expect(try await client.post("/people", fields, headers: headers).status == .forbidden)
            let wrong = try await client.post(
                "/sign-in/again", [("password", "x")], headers: headers)
            #expect(wrong.status == .unprocessableContent)
            let right = try await client.post(
                "/sign-in/again", [("password", TestSite.password), ("next", "/people")],
                headers: headers)
            #expect(right.headers[.location] == "/people")
            #expect(try await client.post("/people", fields, headers: headers).status == .seeOther)
            _ = try await client.signIn("new")
        }
    }

    @Test("A cached page is not served to another kind of viewer")
    func cachedPage() async throws {
        try await TestSite.signedIn(.owner, .shop) { client, owner, shop in
            try await client.post("/items", [("itemName", "Zither")], headers: owner)
            try await client.post(
                "/products", [("name", "Zither string"), ("price", "3")], headers: owner)

            let all = try await client.get("/search?q=zither", headers: owner)
            var headers = shop
            headers[.ifNoneMatch] = all.headers[.eTag]
            let part = try await client.get("/search?q=zither", headers: headers)

            #expect(all.text.contains("Zither string") && all.text.contains("href=\"/items/"))
            #expect(part.status == .ok)
            #expect(part.text.contains("Zither string"))
            #expect(!part.text.contains("href=\"/items"))
            let json = try await client.json("/search.json?q=zither", headers: shop)
            #expect(json["total"] as? Int == 1)
            let first = try await client.get("/", headers: shop)
            #expect(first.headers[.location] == "/customers")
        }
    }

    @Test("Open windows end when their user loses access", .timeLimit(.minutes(30)))
    func openWindows() async throws {
        let site = try TestSite()
        let household = try Household.open(site.configuration)
        let accounts = Accounts(directory: household.directory)
        let feed = LiveFeed(household)
        let service = LiveService(feed: feed, accounts: accounts, interval: .milliseconds(20))
        let view = LiveView(key: "/items", read: { _ in LiveState(rows: []) })
        let window = try await feed.open(view, lastEventID: nil, isEditing: false)
        let running = Task { try await service.run() }
        var buffers = window.buffers.makeAsyncIterator()
        // The first event arrives once the access of all people is known.
        for _ in 0..<2 { #expect(await buffers.next() != nil, "it goes on until then") }

        try await site.addPeople([.owner])
        while await buffers.next() != nil {}

        feed.close()
        try await running.value
        try accounts.close()
        try household.close()
    }
}
