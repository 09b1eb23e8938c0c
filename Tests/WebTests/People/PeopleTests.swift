import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

@Suite("People of the household")
struct PeopleTests {
    @Test("The last person cannot be removed on the page, with the reason")
    func lastPerson() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let people = try await client.json("/people.json", headers: owner)
            let records = try #require(people["records"] as? [[String: Any]])
            let id = try #require(records.first?["id"] as? String)

            let refused = try await client.post("/people/\(id)/delete", headers: owner)

            #expect(refused.status == .conflict)
            #expect(refused.text.contains("This is the last person"))
            #expect(try await client.get("/people", headers: owner).status == .ok)
        }
    }

    @Test("An owner sets a new password for a person, who is signed out everywhere")
    func newPassword() async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, member in
            let id = try await Self.id(of: "member", client, owner)
            let path = "/people/\(id)/password"
            let list = try await client.get("/people", headers: owner).text
            #expect(list.contains("href=\"\(path)\""))
            #expect(try await client.get(path, headers: owner).text.contains("New password for"))

            let short = try await client.post(path, [("newPassword", "short")], headers: owner)
            #expect(short.status == .unprocessableContent)
            #expect(try await client.get("/account", headers: member).status == .ok)
            let denied = try await client.post(
                path, [("newPassword", "copper lamp seven rivers")], headers: member)
            #expect(denied.status == .forbidden)

            let saved = try await client.post(
                path, [("newPassword", "copper lamp seven rivers")], headers: owner)

            #expect(saved.headers[.location] == "/people")
            #expect(try await client.get("/account", headers: member).status == .seeOther)
            _ = try await client.signIn("member", password: "copper lamp seven rivers")
            // One's own browser stays.
            let own = try await Self.id(of: "owner", client, owner)
            let mine = try await client.post(
                "/people/\(own)/password", [("newPassword", "silver lamp seven rivers")],
                headers: owner)
            #expect(mine.headers[.location] == "/people")
            #expect(try await client.get("/account", headers: owner).status == .ok)
            let nobody = "/people/\(UUID().uuidString)/password"
            #expect(try await client.get(nobody, headers: owner).status == .notFound)
        }
    }

    @Test("The sign-in page links to help for a forgotten password")
    func forgotten() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)

            let page = try await client.get("/sign-in").text
            let guide = try await client.get("/help/people")

            #expect(page.contains("href=\"/help/people#forgot-the-password\""))
            #expect(guide.status == .ok)
            #expect(guide.text.contains("id=\"forgot-the-password\""))
        }
    }

    @Test("The only owner is offered no other role, and a refused role shows the people again")
    func onlyOwner() async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, _ in
            let (own, other) = (
                try await Self.id(of: "owner", client, owner),
                try await Self.id(of: "member", client, owner)
            )
            func post(
                _ path: String, _ role: String, _ headers: HTTPFields = [:]
            ) async throws -> TestResponse {
                var headers = headers
                headers[.cookie] = owner[.cookie]
                return try await client.post(path, [("role", role)], headers: headers)
            }
            let page = try await client.get("/people", headers: owner).text
            let last = try await post("/people/\(own)", "viewer")
            let unknown = try await post("/people/\(other)", "king")
            let json = try await post("/people/\(own)", "viewer", InventoryClient.json)
            let removal = try await post("/people/\(own)/delete", "")

            #expect(!page.contains("action=\"/people/\(own)\""))
            #expect(page.contains("action=\"/people/\(other)\""))
            #expect(page.contains("The only owner"))
            for (answer, id) in [(last, own), (unknown, other)] {
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("<a href=\"#role-\(id)\""))
                #expect(answer.text.contains("<h1>People</h1>"))
            }
            #expect(last.text.contains("this is the last owner"))
            #expect(unknown.text.contains("“king” is not one of owner"))
            #expect(try json.faults.keys.contains("role"))
            #expect(removal.status == .unprocessableContent)
            #expect(removal.text.contains("This is the last owner"))

            #expect(try await post("/people/\(other)", "owner").status == .seeOther)
            let both = try await client.get("/people", headers: owner).text
            #expect(both.contains("action=\"/people/\(own)\""))
            #expect(!both.contains("The only owner"))
        }
    }

    @Test("The faults of a name and of a password are told at once")
    func bothFaults() async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, _ in
            let refused = try await client.post(
                "/people", [("name", ""), ("password", "short")], headers: owner)

            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("Name: enter a value"))
            #expect(refused.text.contains("<a href=\"#password\""))
            #expect(refused.text.contains("it has 5 characters"))
        }
    }

    /// The number of a person of a site.
    private static func id(
        of name: String, _ client: InventoryClient, _ owner: HTTPFields
    ) async throws -> String {
        let list = try await client.json("/people.json", headers: owner)
        let records = try #require(list["records"] as? [[String: Any]])
        return try #require(records.first { $0["name"] as? String == name }?["id"] as? String)
    }

    @Test(
        "Removing a person asks first, and can be undone if nothing was forgotten"
    )
    func removing() async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, member in
            let token = try await TokenPagesTests.token(client, member, [("access", "read")])
            let page = "/people/\(try await Self.id(of: "member", client, owner))/delete"

            let question = try await client.get(page, headers: owner).text
            #expect(question.contains("member can no longer sign in."))
            #expect(question.contains("1 browser is signed out."))
            #expect(question.contains("1 token for scripts ends."))
            #expect(question.contains("name=\"forget\" value=\"no\" checked"))
            #expect(try await client.get("/account", headers: member).status == .ok)
            // The form uses GET; a missing person is not found.
            let stranger = "/people/\(UUID().uuidString)/delete"
            #expect(try await client.get(stranger, headers: owner).status == .notFound)

            for word in ["zzz", "YES", "1"] {
                let refused = try await client.post(page, [("forget", word)], headers: owner)
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains("“\(word)” is not one of yes, no"))
            }
            #expect(try await client.get("/account", headers: member).status == .ok)

            var browser = owner
            browser[.secFetchMode] = "navigate"
            let removed = try await client.post(page, [("forget", "no")], headers: browser)
            #expect(try await client.get("/account", headers: member).status == .seeOther)
            browser[.cookie] = [owner[.cookie], removed.sentCookie[.cookie]].compactMap(\.self)
                .joined(separator: "; ")
            let list = try await client.get("/people", headers: browser).text
            let undo = try #require(
                list.firstMatch(of: #/action="(/people/removals/[0-9a-f]+/undo)"/#)?.1)
            let restored = try await client.post(String(undo), headers: owner)
            #expect(restored.headers[.location] == "/people")

            // Everything is restored: the role, the browser, the script, the password, the person.
            #expect(try await client.get("/account", headers: member).status == .ok)
            let bearer = TokenPagesTests.bearer(token)
            #expect(try await client.get("/items.json", headers: bearer).status == .ok)
            _ = try await client.signIn("member")
            #expect(page.contains(try await Self.id(of: "member", client, owner)))
            let again = try await client.post(String(undo), headers: owner)
            #expect(again.status == .notFound)
        }
    }

    @Test("A removal can be undone on another server of the household, for a day")
    func undoElsewhere() async throws {
        let clock = TestClock()
        let site = try TestSite { $0.now = { clock.now } }
        try await site.addPeople([.owner, .member])
        try await site.servedTwice { first, second in
            let owner = try await first.signIn("owner")
            let page = "/people/\(try await Self.id(of: "member", first, owner))/delete"
            /// Removes the person on one server. Returns the address to undo it that the other one shows.
            func remove() async throws -> String {
                var browser = owner
                browser[.secFetchMode] = "navigate"
                let removed = try await first.post(page, [("forget", "no")], headers: browser)
                browser[.cookie] = [owner[.cookie], removed.sentCookie[.cookie]]
                    .compactMap(\.self).joined(separator: "; ")
                let list = try await second.get("/people", headers: browser).text
                return String(
                    try #require(
                        list.firstMatch(of: #/action="(/people/removals/[0-9a-f]+/undo)"/#)?.1))
            }

            let undo = try await remove()
            #expect(try await second.post(undo, headers: owner).status == .seeOther)
            #expect(try await first.post(undo, headers: owner).status == .notFound)
            _ = try await first.signIn("member")

            let late = try await remove()
            clock.advance(hours: 24.1)
            for client in [first, second] {
                try await client.post(
                    "/sign-in/again", [("password", TestSite.password)], headers: owner)
                let answer = try await client.post(late, headers: owner)
                #expect(answer.status == .notFound)
                #expect(answer.text.contains("This removal can no longer be undone"))
            }
        }
    }

    @Test("A forgotten person cannot be restored, and the last owner stays")
    func forgetting() async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, _ in
            let last = "/people/\(try await Self.id(of: "owner", client, owner))/delete"
            let stays = try await client.get(last, headers: owner).text
            #expect(stays.contains("This is the last owner"))
            #expect(!stays.contains("name=\"forget\""))

            var browser = owner
            browser[.secFetchMode] = "navigate"
            let page = "/people/\(try await Self.id(of: "member", client, owner))/delete"
            let removed = try await client.post(page, [("forget", "yes")], headers: browser)
            browser[.cookie] = [owner[.cookie], removed.sentCookie[.cookie]].compactMap(\.self)
                .joined(separator: "; ")
            let list = try await client.get("/people", headers: browser).text
            #expect(list.contains("their name in the activity") && !list.contains("/undo"))
            let only = try await client.get(last, headers: owner).text
            #expect(only.contains("This is the last person"))
        }
    }

    @Test("The list of people is filtered, sorted and paged as every list")
    func list() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner, .member, .shop, .viewer])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            func names(_ query: String) async throws -> [String] {
                let list = try await client.json("/people.json?\(query)", headers: owner)
                return (list["records"] as? [[String: Any]] ?? []).compactMap {
                    $0["name"] as? String
                }
            }

            let whole = try await client.json("/people.json", headers: owner)
            #expect(Set(whole.keys) == ["records", "page", "perPage", "total"])
            #expect(whole["page"] as? Int == 1 && whole["perPage"] as? Int == 50)
            #expect(whole["total"] as? Int == 4)
            #expect(try await names("sort=-name") == ["viewer", "shop", "owner", "member"])
            #expect(try await names("sort=name&page=2&perPage=3") == ["viewer"])
            #expect(try await names("page=9") == [])
            #expect(try await names("q=VIEW") == ["viewer"])
            let predicate = QueryText.encode([("predicate", "role IN {\"shop\", \"viewer\"}")])
            #expect(try await names("sort=name&" + predicate) == ["shop", "viewer"])
            let csv = try await client.get("/people.csv?sort=name&q=s", headers: owner)
            #expect(csv.headers[.contentType]?.hasPrefix("text/csv") == true)
            #expect(csv.text.hasPrefix("id,name,role\r\n") && csv.text.contains(",shop,shop"))
            let page = try await client.get("/people?q=shop", headers: owner).text
            #expect(page.contains("Role of shop") && !page.contains("Role of viewer"))
            for query in [
                "sort=passwordHash", "page=0", "perPage=x", "color=red", "predicate=name",
                QueryText.encode([("predicate", "passwordHash != nil")]),
            ] {
                for path in ["/people.json", "/people.csv", "/people"] {
                    let answer = try await client.get("\(path)?\(query)", headers: owner)
                    #expect(answer.status == .unprocessableContent, "\(path) \(query)")
                }
            }
        }
    }

    @Test("A user from before the first account can neither add a person nor see the first")
    func firstPersonMeanwhile() async throws {
        let site = try TestSite()
        let household = try Household.open(site.configuration)
        let parts = try site.site(household)
        let people = People(site: parts)
        // Without accounts everyone has access; the first person is added right after that.
        try await people.accounts.add("Anna", password: TestSite.password, role: .owner)
        let router = makeRouter(
            site.configuration, [PeopleController(people: people)], errors: ErrorPages(parts),
            signIn: SignInCheck(accounts: nil))
        let application = try makeApplication(
            site.configuration, router, services: [], logger: makeLogger(site.configuration)
        ) { _ in }
        try await application.serve { test in
            let client = InventoryClient(client: test)
            let fields = [("name", "Ben"), ("password", TestSite.password), ("role", "owner")]

            let refused = try await client.post("/people", fields)
            let page = try await client.get("/people")

            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("another person was added meanwhile"))
            #expect(refused.headers[.setCookie] == nil)
            #expect(!refused.text.contains("Anna") && !page.text.contains("Anna"))
        }
        #expect(try await people.accounts.all().map(\.name) == ["Anna"])
        try people.accounts.close()
        try household.close()
    }
}
