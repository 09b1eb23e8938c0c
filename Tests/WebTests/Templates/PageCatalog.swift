import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Imaging
import NIOCore
import Persistence
import Synchronization

@testable import Web

/// The pages with a snapshot, as sites answer the requests of `Snapshots/requests.txt`, and the models
/// that they are rendered from. All tests share them.
struct PageCatalog: Sendable {
    /// The pages by the names of their snapshots.
    var pages: [String: PageSnapshot] = [:]
    /// The steps that do not succeed, with their lines.
    var faults: [String] = []
    /// The models of pages and fragments, with their templates.
    var models: [(template: String, model: any Sendable)] = []
    /// The properties that no page fills: `ThingGroup.more`.
    var unfilled: Set<String> = []

    /// A store of another program.
    fileprivate static let garden = ViewsFolder.root.appending(
        path: "Tests/Goldens/garden/Garden.sqlite")

    static func all() async throws -> PageCatalog { try await answered.value }

    private static let answered = Task {
        var catalog = PageCatalog()
        var (site, lines) = ("", [PageRequest.Line]())
        for line in try PageRequest.lines() + [.site("")] {
            if case .site(let next) = line {
                try await catalog.answer(lines, at: site)
                (site, lines) = (next, [])
            } else if case .unfilled(let property) = line {
                catalog.unfilled.insert(property)
            } else {
                lines.append(line)
            }
        }
        try catalog.renderUnreached()
        return catalog
    }

    private mutating func renderUnreached() throws {
        let seen = SeenModels()
        var renderer = try ViewsFolder.renderer()
        renderer.observer = seen.add
        for (name, (status, page)) in UnreachedPages.named {
            pages[name] = PageSnapshot(status: status, html: try renderer.html(page))
        }
        for page in UnreachedPages.completed(models.map { $0.model }) {
            _ = try renderer.html(page)
        }
        models += seen.models.withLock { $0 }
    }

    /// Sends requests to a site by its name.
    private mutating func answer(_ lines: [PageRequest.Line], at name: String) async throws {
        guard !lines.isEmpty else { return }
        let seen = SeenModels()
        let visits: PageVisits
        switch name {
        case "household":
            let household = try await GoldenHousehold.unpacked(
                "euro", allowedHosts: ["house.local", "attic.local"], observing: seen.add)
            visits = try await household.site.application().serve {
                try await PageVisits($0, household.about).all(lines)
            }
        case "store":
            let site = try TestSite(observing: seen.add)
            let application = try buildStoreApplication(
                .file(PageCatalog.garden.path), model: nil, site.configuration, site.resources)
            visits = try await application.serve { try await PageVisits($0).all(lines) }
        default:
            let site = try TestSite(
                {
                    $0.limits.uploadBytes = 1_000
                    $0.shop.name = "Lamps & More"
                }, observing: seen.add)
            visits = try await site.application().serve { try await PageVisits($0).all(lines) }
        }
        pages.merge(visits.pages) { $1 }
        faults += visits.faults
        models += seen.models.withLock { $0 }
    }
}

private final class SeenModels: Sendable {
    let models = Mutex([(template: String, model: any Sendable)]())

    func add(_ model: any Sendable, _ template: String) {
        models.withLock { $0.append((template, model)) }
    }
}

/// What people see who visit a site one after the other.
private struct PageVisits: Sendable {
    let client: any TestClientProtocol
    private(set) var pages: [String: PageSnapshot] = [:]
    private(set) var faults: [String] = []
    /// The values of placeholders.
    private var values: [String: String] = [:]
    private var visitor = ""
    /// The time of the codes for signing in.
    private var moment = Date.distantPast
    /// The cookies of each visitor.
    private var cookies: [String: [Substring: Substring]] = [:]

    init(_ client: any TestClientProtocol) { self.client = client }

    /// Visits to a household, with the keys of its items and the notes from its making as values.
    init(_ client: any TestClientProtocol, _ about: GoldenHousehold.About) async throws {
        self.client = client
        let golden = GoldenClient(client: client, token: about.token)
        for (path, name, key) in [
            ("/items.json?perPage=200", "itemName", "itemKey"), ("/people.json", "name", "id"),
        ] {
            for record in try await golden.get(path)["records"]?.elements ?? [] {
                if case (.text(let name)?, .text(let key)?) = (record[name], record[key]) {
                    values[name] = key
                }
            }
        }
        for (index, link) in about.links.enumerated() { values["link \(index + 1)"] = link }
        values["waiting"] = about.waiting.path
        // The code at the time of the recording may be the one used for the setup.
        moment = try Date(about.ended, strategy: .iso8601) + 30
        values["code"] = CodeSecret(about.secret)?.code(at: moment)
    }

    func all(_ lines: [PageRequest.Line]) async throws -> PageVisits {
        var visits = self
        for line in lines { try await visits.perform(line) }
        return visits
    }

    private mutating func perform(_ line: PageRequest.Line) async throws {
        switch line {
        case .site, .unfilled: break
        case .unreadable(let number): faults.append("line \(number) is no request")
        case .visitor(let name): try await receive(name)
        case .request(let request): try await answer(request)
        }
    }

    /// Signs a person in, who has the password that all people of the household have.
    private mutating func receive(_ name: String) async throws {
        visitor = name
        if name == "nobody" { cookies[name] = [:] }
        guard cookies[name] == nil else { return }
        let answer = try await send(
            .post, "/sign-in", [("name", name), ("password", "\(name) has a long password")])
        if answer.status != .seeOther { faults.append("\(name) cannot sign in: \(answer.status)") }
    }

    private mutating func answer(_ request: PageRequest) async throws {
        let fields = request.fields.map { (name: $0.name, value: filled($0.value)) }
        var answer = try await send(request.method, filled(request.path), fields)
        let location = answer.headers[.location]
        if let result = request.result { keep(result, of: answer) }
        guard let name = request.name else {
            if request.method == .get {
                pages[request.path] = PageSnapshot(status: answer.status.code, html: answer.text)
            }
            if answer.status.code >= 400 {
                faults.append(
                    "line \(request.line): \(answer.status), "
                        + answer.text.matches(of: #/<p[^>]*>([^<]*)<\/p>/#).map { $0.1 }
                        .joined(separator: " "))
            }
            return
        }
        if let location, answer.status == .seeOther {
            answer = try await send(
                .get, String(location.prefix { $0 != "#" }), notice: answer.sentCookie[.cookie])
        }
        pages[name] = PageSnapshot(status: answer.status.code, html: answer.text)
    }

    /// Keeps the value that an answer gives.
    private mutating func keep(_ name: String, of answer: TestResponse) {
        if let location = answer.headers[.location] {
            let path = location.prefix { !"?#".contains($0) }
            values[name] = path.split(separator: "/").last.map { String($0) }
        } else if let secret = answer.text.firstMatch(of: #/name="secret" value="([A-Z2-7]+)"/#)?.1
        {
            values[name] = String(secret)
            values[name + " code"] = CodeSecret(String(secret))?.code(at: moment)
        } else {
            values[name] = answer.text.firstMatch(of: #/\/([\w-]{43})(?![\w-])/#).map {
                String($0.1)
            }
        }
    }

    private func filled(_ text: String) -> String {
        text.replacing(#/\{([^}]+)\}/#) { values[String($0.1)] ?? String($0.0) }
    }

    /// Sends a request as the visitor's browser does.
    ///
    /// - Parameter notice: the cookies of the answer before it, for one page.
    private mutating func send(
        _ method: HTTPRequest.Method, _ path: String,
        _ fields: [(name: String, value: String)] = [],
        notice: String? = nil
    ) async throws -> TestResponse {
        var headers: HTTPFields = [:]
        let kept =
            cookies[visitor]?.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } ?? []
        let sent = (kept + [notice].compactMap(\.self)).joined(separator: "; ")
        headers[.cookie] = sent.isEmpty ? nil : sent
        var body: ByteBuffer?
        if method == .post {
            headers[.secFetchMode] = "navigate"
            headers[.secFetchSite] = "same-origin"
            (headers[.contentType], body) = try Self.form(fields)
        }
        let plain = CharacterSet(charactersIn: "!"..."~").subtracting(
            CharacterSet(charactersIn: "\"<>\\^`{|}"))
        let uri = path.replacing(" ", with: "+").addingPercentEncoding(withAllowedCharacters: plain)
        let answer = try await client.execute(
            uri: uri ?? path, method: method, headers: headers, body: body)
        for cookie in answer.headers[values: .setCookie] {
            let parts = cookie.split(separator: ";")[0].split(separator: "=", maxSplits: 1)
            // A notice is for the next page alone.
            guard parts[0] != "notice" else { continue }
            cookies[visitor, default: [:]][Substring(parts[0])] = parts.count > 1 ? parts[1] : nil
        }
        return answer
    }

    /// A form as a browser encodes it.
    private static func form(
        _ fields: [(name: String, value: String)]
    ) throws -> (String?, ByteBuffer?) {
        guard fields.contains(where: { $0.value.hasPrefix("@") }) else {
            return (
                "application/x-www-form-urlencoded", ByteBuffer(string: QueryText.encode(fields))
            )
        }
        var body = ByteBuffer()
        for field in fields {
            body.writeString("--XYZ\r\nContent-Disposition: form-data; name=\"\(field.name)\"")
            if field.value.hasPrefix("@") {
                let file = field.value.dropFirst().split(
                    separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                body.writeString("; filename=\"\(file[0])\"\r\n\r\n")
                if file[0].hasSuffix(".sqlite") {
                    body.writeBytes(try Data(contentsOf: PageCatalog.garden))
                } else if file[0].hasSuffix(".png") {
                    body.writeBytes(try TestPicture.data(.png))
                } else {
                    let encoding: String.Encoding = file[0].hasPrefix("latin1") ? .isoLatin1 : .utf8
                    body.writeBytes((file.last ?? "").data(using: encoding) ?? Data())
                }
            } else {
                body.writeString("\r\n\r\n\(field.value)")
            }
            body.writeString("\r\n")
        }
        body.writeString("--XYZ--\r\n")
        return ("multipart/form-data; boundary=XYZ", body)
    }
}
