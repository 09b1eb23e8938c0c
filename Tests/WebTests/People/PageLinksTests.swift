import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

/// The pages of a household that has everything, as people and scripts see them who may not use all
/// of it.
@Suite("Links of pages")
struct PageLinksTests {
    /// A person of a role, or a script of an owner for a section.
    enum Visitor: Sendable {
        case person(Role)
        case script(writes: Bool, String)

        static let limited: [Visitor] = [
            .person(.member), .person(.shop), .person(.viewer), .script(writes: true, "inventory"),
            .script(writes: false, "sales"),
        ]

        /// The same visitor for the program, and the headers of the requests.
        func arrives(
            _ client: InventoryClient, _ owner: HTTPFields
        ) async throws -> (viewer: Viewer, headers: HTTPFields) {
            switch self {
            case .person(let role):
                let account = Account(id: UUID(), name: role.rawValue, role: role)
                return (.person(account, nil), try await client.signIn(role.rawValue))
            case .script(let writes, let section):
                let fields = [
                    ("name", "x"), ("access", writes ? "write" : "read"), ("section", section),
                ]
                let page = try await client.post("/account/tokens", fields, headers: owner).text
                let secret = try #require(page.firstMatch(of: #/homeowner_[\w-]{43}/#)?.0)
                let token = AccessToken(
                    id: UUID(), account: Account(id: UUID(), name: "owner", role: .owner),
                    name: "x", writes: writes, sections: [section], created: Date(),
                    expires: .distantFuture)
                return (.script(token), [.authorization: "Bearer \(secret)"])
            }
        }
    }

    /// A link, or a form with its method.
    struct Control: Hashable {
        let method: HTTPRequest.Method
        let address: String
    }

    @Test(
        "Pages lead to all that a visitor may use, and to nothing else", arguments: Visitor.limited)
    func visit(visitor: Visitor) async throws {
        let household = try await GoldenHousehold.unpacked("euro")
        try await household.site.addPeople([.owner, .member, .shop, .viewer])
        let access = try Self.access(household.site)
        try await household.site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let (viewer, headers) = try await visitor.arrives(client, owner)
            let links = OfferedLinks(viewer: viewer, routes: access)
            func may(_ control: Control) -> Bool { links.offers(control.method, control.address) }
            var waiting = ["/", "/settings", "/search?q=o", "/scan", "/help"]
            waiting += SectionCatalog.standard.sections.map(\.root.path)
            waiting = waiting.filter { may(Control(method: .get, address: $0)) }
            var visits: [String: Int] = [:]
            while let address = waiting.popLast() {
                guard Self.isNew(address, &visits) else { continue }
                let page = try await client.get(address, headers: headers)
                #expect(page.status != .forbidden, "\(address)")
                guard page.status == .ok else { continue }
                let shown = Self.controls(page.text)
                #expect(shown.filter { !may($0) } == [], "\(address)")
                waiting += shown.filter { $0.method == .get }.map(\.address)
                // What is on these pages depends on the person.
                let own = ["/account", "/activity", "/scan", "/search", "/settings", "/sharing"]
                guard case .person = visitor, !own.contains(where: address.hasPrefix) else {
                    continue
                }
                let all = try await client.get(address, headers: owner).text
                let kept = Self.controls(all) { !may($0) }.filter {
                    // Viewers see the photos and documents of an item on its own page.
                    may($0) && !$0.address.hasSuffix("/photos")
                        && !$0.address.hasSuffix("/documents")
                }
                #expect(kept.subtracting(shown) == [], "\(address)")
                #expect(Self.emptied(page.text).subtracting(Self.emptied(all)) == [], "\(address)")
            }
            #expect(visits.count > 20)
        }
    }

    @Test("A viewer of an empty household is not asked what only others may answer")
    func emptyHousehold() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner, .viewer])
        try await site.test { test in
            let client = InventoryClient(client: test)
            for (name, isAsked) in [("owner", true), ("viewer", false)] {
                let page = try await client.get("/", headers: client.signIn(name)).text
                #expect(page.contains("Where are you?") == isAsked)
                #expect(page.contains("action=\"/settings\"") == isAsked)
            }
        }
    }

    @Test("Viewers are not told to do what only others may do")
    func emptyLists() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner, .viewer])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let viewer = try await client.signIn("viewer")
            for (path, text) in [
                ("/recents", "Photos that you open"), ("/favorites", "Open a photo and mark it"),
                ("/inbox", "Add all photos at once"),
            ] {
                let (told, untold) = (
                    try await client.get(path, headers: owner).text,
                    try await client.get(path, headers: viewer).text
                )
                #expect(told.contains(text), "\(path)")
                #expect(!untold.contains(text), "\(path)")
            }
            let added = try await client.upload(
                "/inbox", named: "photo", files: [("a.jpg", try TestPicture.data())],
                headers: owner)
            #expect(added.status == .seeOther)
            for (headers, isOffered) in [(owner, true), (viewer, false)] {
                let inbox = try await client.get("/inbox", headers: headers).text
                #expect(inbox.contains("id=\"draft-1\""))
                #expect(inbox.contains("Use for all") == isOffered)
            }
        }
    }

    @Test("A group of settings without a link for a script has no heading")
    func settingsOfScripts() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let script = Visitor.script(writes: true, "inventory")
            let headers = try await script.arrives(client, owner).headers

            let page = try await client.get("/settings", headers: headers).text

            #expect(!page.contains("People and devices"))
            #expect(try await client.get("/settings", headers: owner).text.contains("and devices"))
        }
    }

    private static func access(_ site: TestSite) throws -> RouteAccess {
        let household = try Household.open(site.configuration)
        defer { try? household.close() }
        let sources = PhotoSourceStates(try PhotoLibrary.open(site.configuration, household))
        return RouteAccess(
            makeRoutes(site.configuration, routeProviders(try site.site(household), sources)))
    }

    /// Whether a page was not visited yet, nor three like it.
    private static func isNew(_ address: String, _ visits: inout [String: Int]) -> Bool {
        let path = address.prefix { $0 != "?" }
        guard !path.contains("."), !path.hasPrefix("/model/"), !path.hasSuffix("/image") else {
            return false
        }
        let kind = path.split(separator: "/").map { part in
            part.contains { $0.isNumber } ? "{id}" : String(part)
        }.joined(separator: "/")
        guard visits[String(path)] == nil, visits[kind, default: 0] < 3 else { return false }
        visits[kind, default: 0] += 1
        visits[String(path)] = 3
        return true
    }

    /// The links and forms of a page to addresses of the site.
    ///
    /// - Parameter isLeftOut: whether a form is left out, with what is in it. Default: none is.
    private static func controls(
        _ html: String, without isLeftOut: (Control) -> Bool = { _ in false }
    ) -> Set<Control> {
        var controls: Set<Control> = []
        var isInside = false
        for tag in html.components(separatedBy: "<") {
            if tag.hasPrefix("/form>") { isInside = false }
            guard !isInside else { continue }
            if tag.hasPrefix("a "), let address = value(of: "href", in: tag) {
                controls.insert(Control(method: .get, address: address))
            } else if tag.hasPrefix("form "), let address = value(of: "action", in: tag) {
                let isPosted = tag.contains(" method=\"post\"")
                let form = Control(method: isPosted ? .post : .get, address: address)
                isInside = isLeftOut(form)
                if !isInside { controls.insert(form) }
            }
        }
        return controls
    }

    private static func value(of attribute: String, in tag: String) -> String? {
        guard let start = tag.range(of: " \(attribute)=\"/")?.upperBound else { return nil }
        return "/" + tag[start...].prefix { $0 != "\"" && $0 != "#" }.replacing("&amp;", with: "&")
    }

    /// The elements without content, and the sections with nothing but a heading. Scripts fill those
    /// with a `data-` attribute.
    private static func emptied(_ html: String) -> Set<String> {
        let tags = html.components(separatedBy: "<")
        func isBlank(_ tag: String) -> Bool {
            tag.drop { $0 != ">" }.dropFirst().allSatisfy(\.isWhitespace)
        }
        var emptied: Set<String> = []
        for (index, tag) in tags.enumerated().dropLast(3) {
            let name = String(tag.prefix { $0.isLetter })
            guard ["p", "li", "ul", "ol", "dd", "details", "section"].contains(name),
                !tag.contains(" data-"), isBlank(tag)
            else { continue }
            let isBare =
                ["h2", "h3", "summary"].contains(
                    tags[index + 1].prefix { $0.isLetter || $0.isNumber })
                && isBlank(tags[index + 2]) && tags[index + 3].hasPrefix("/\(name)>")
            if isBare || tags[index + 1].hasPrefix("/\(name)>") { emptied.insert(tag) }
        }
        return emptied
    }
}
