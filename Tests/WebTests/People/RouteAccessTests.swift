import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

/// Every route with every kind of viewer, from the routes themselves.
@Suite("Access to routes")
struct RouteAccessTests {
    /// A route as a request addresses it.
    struct Address: Sendable {
        let method: HTTPRequest.Method
        let path: String
        let access: Access
        let isPage: Bool
    }

    /// A stranger, and signed-in users.
    static let viewers: [Role?] = [nil, .owner, .member, .shop, .viewer]

    /// The expected access to an address, stated independently of the routes.
    static func isExpected(_ role: Role?, _ address: Address) -> Bool {
        let path = address.path
        let first = "/" + (path.split(separator: "/").first ?? "")
        let start = first.prefix { $0 != "." }
        if address.access.audience == .everybody {
            return address.method == .get
                || ["/sign-in", "/sign-in/code", "/phone/{secret}"].contains(path)
        }
        guard let role else { return false }
        if path.hasPrefix("/settings/network") || path.hasPrefix("/settings/reminders") {
            return role == .owner
        }
        if path.hasPrefix("/settings/values") {
            return role != .shop && (role != .viewer || address.method == .get)
        }
        if start == "/settings", address.method == .get || path == "/settings/appearance" {
            return true
        }
        let own: Set<Substring> = [
            "/", "/search", "/scan", "/account", "/sign-out", "/sign-in", "/phone", "/activity",
            "/label-sheet", "/openapi", "/reminders", "/session",
        ]
        if own.contains(start), path != "/.events" { return true }
        if path == "/help/api" { return true }
        if ["/people", "/backup"].contains(start) { return role == .owner }
        let isSales =
            [
                "/customers", "/sales", "/products", "/payments", "/invoices", "/quotes", "/shop",
            ].contains(start)
        let changes: Set<String> = [
            "new", "edit", "delete", "merge", "void", "returns", "anonymization", "sale",
            "asset-type", "samples", "walk-in", "payments", "invoice",
            "withdrawal", "cards", "copy", "selection", "template",
        ]
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        // Opening the household to others requires the right to edit.
        let isImport = path.contains("/import") || start == "/sharing"
        let isParked = path.hasPrefix("/sales/parked/")
        switch role {
        case .owner, .member: return true
        case .shop: return isSales
        case .viewer:
            return address.method == .get && !changes.contains(last) && !isImport && !isParked
        }
    }

    static func addresses(_ site: TestSite) async throws -> [Address] {
        let configuration = site.configuration
        let household = try Household.open(configuration)
        defer { try? household.close() }
        let whole = try site.site(household)
        let sources = PhotoSourceStates(try PhotoLibrary.open(configuration, household))
        return makeRoutes(configuration, routeProviders(whole, sources)).routes.map { route in
            let path = "\(route.path)"
            return Address(
                method: route.method, path: path.hasPrefix("/") ? path : "/" + path,
                access: route.access, isPage: route.isPage)
        }
    }

    @Test("Each route grants exactly the expected roles access")
    func rules() async throws {
        let addresses = try await Self.addresses(TestSite())
        #expect(addresses.count > 150)

        for address in addresses {
            for role in Self.viewers {
                let viewer: Viewer =
                    role.map {
                        .person(Account(id: UUID(), name: "x", role: $0), nil)
                    } ?? .unauthenticated
                let isExpected = Self.isExpected(role, address)
                #expect(
                    viewer.may(address.access) == isExpected,
                    "\(address.method) \(address.path) by \(role.map { "\($0)" } ?? "a stranger")")
            }
            #expect(Viewer.unrestricted.may(address.access))
        }
    }

    @Test("A route without access is refused over HTTP, at any address")
    func refusals() async throws {
        let site = try TestSite()
        let addresses = try await Self.addresses(site)
        try await site.addPeople([.owner, .member, .shop, .viewer])
        try await site.test { test in
            let client = InventoryClient(client: test)
            for role in Self.viewers where role != .owner {
                let headers = try await Self.headers(of: role, client)
                for address in addresses where !Self.isExpected(role, address) {
                    let path = Self.filled(address.path)
                    let answer = try await test.execute(
                        uri: path, method: address.method, headers: headers)
                    let comment = Comment(rawValue: "\(address.method) \(path) by \(role as Any)")
                    guard role == nil else {
                        #expect(answer.status == .forbidden, comment)
                        continue
                    }
                    if address.isPage {
                        #expect(answer.status == .seeOther, comment)
                        #expect(
                            answer.headers[.location]?.hasPrefix("/sign-in?next=") == true, comment)
                    } else {
                        #expect(answer.status == .unauthorized, comment)
                        #expect(answer.headers[.wwwAuthenticate] == "Bearer", comment)
                    }
                }
            }
        }
    }

    @Test("A route with access is answered")
    func answers() async throws {
        let site = try TestSite()
        let addresses = try await Self.addresses(site)
        try await site.addPeople([.owner, .member, .shop, .viewer])
        try await site.test { test in
            let client = InventoryClient(client: test)
            for role in Role.allCases {
                let headers = try await Self.headers(of: role, client)
                for address in addresses
                where address.method == .get && !address.path.hasSuffix(".events")
                    && address.path != "/sign-in/code" && Self.isExpected(role, address)
                {
                    let answer = try await test.execute(
                        uri: Self.filled(address.path), method: .get, headers: headers)
                    let comment = Comment(rawValue: "\(address.path) by \(role)")
                    #expect(![.unauthorized, .forbidden].contains(answer.status), comment)
                    #expect(
                        answer.headers[.location]?.hasPrefix("/sign-in") != true, comment)
                }
            }
        }
    }

    @Test("Pages show viewers no groups, checkboxes or headings of controls that they may not use")
    func emptiedParts() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner, .viewer])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await Self.headers(of: .owner, client)
            let key = try await Self.fill(client, owner)
            let viewer = try await Self.headers(of: .viewer, client)
            let pages: [(path: String, words: [String])] = [
                ("/items", ["Change several", "class=\"move\""]),
                (
                    "/items/\(key)",
                    [
                        "Replace or remove the photo", "Add or order photos",
                        "Add, order or delete documents",
                    ]
                ),
                ("/items/\(key)/photos", ["Add photos"]),
                ("/settings", ["href=\"/sections\"", "action=\"/settings\""]),
            ]
            for (path, words) in pages {
                let theirs = try await client.get(path, headers: owner).text
                let seen = try await client.get(path, headers: viewer).text
                for word in words {
                    #expect(theirs.contains(word), "\(word) on \(path)")
                    #expect(!seen.contains(word), "\(word) on \(path)")
                }
                #expect(seen.contains("<main") && seen.contains("</html>"), "\(path)")
                let empty = seen.matches(of: #/<(p|li|dd)( [^>]*)?>\s*<\/\1>/#)
                #expect(empty.isEmpty, "\(path): \(empty.map { String($0.0) })")
            }
        }
    }

    /// Adds records of many kinds. Returns the key of the item.
    private static func fill(
        _ client: InventoryClient, _ owner: HTTPFields
    ) async throws -> String {
        let made = try await client.upload(
            "/items", [("itemName", "Zither")], file: TestPicture.data(), headers: owner)
        let item = try #require(made.headers[.location])
        _ = try await client.upload(
            item + "/photos", files: [("b.jpg", TestPicture.data(seed: 2))], headers: owner)
        _ = try await client.upload(
            item + "/documents",
            files: [("Receipt.pdf", Data("%PDF-1.4\nxref\nstartxref\n9\n%%EOF\n".utf8))],
            headers: owner)
        var json = owner
        json[.accept] = "application/json"
        try await InboxTests.upload(client, count: 2, headers: json)
        for (path, fields) in [
            ("/groceries", [("entry", "milk")]), ("/locations", [("name", "Attic")]),
            ("/tags", [("name", "red")]), ("/loans", [("item", "Zither"), ("borrower", "Bob")]),
            ("/tasks", [("item", "Zither"), ("title", "Oil it"), ("due", "2026-12-31")]),
            ("/products", [("name", "x"), ("price", "1")]),
            ("/customers", [("name", "Ann"), ("product", "1"), ("quantity", "1")]),
            ("/sales/1/invoice", [("buyerName", "Ann")]),
            (
                "/quotes",
                [("buyerName", "Ann"), ("productName", "x"), ("unitPrice", "9")]
            ),
        ] {
            let answer = try await client.post(path, fields, headers: owner)
            #expect(answer.status == .seeOther, "\(path)")
        }
        return String(item.dropFirst("/items/".count))
    }

    static func headers(
        of role: Role?, _ client: InventoryClient
    ) async throws -> HTTPFields {
        guard let role else { return [:] }
        return try await client.signIn(role.rawValue)
    }

    /// An address with values for its placeholders.
    private static func filled(_ path: String) -> String {
        path.replacingOccurrences(of: "{key}", with: UUID().uuidString)
            .replacingOccurrences(of: "{entity}", with: "Item")
            .replacingOccurrences(of: "{attribute}", with: "thumbnail")
            .replacingOccurrences(of: "{section}", with: "books")
            .replacingOccurrences(of: "{day}", with: "2026-11-21")
            .replacing(#/\{[a-z]+\}/#, with: "1")
    }
}
