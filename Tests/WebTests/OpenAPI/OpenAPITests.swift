import Backup
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

@Suite("The OpenAPI description")
struct OpenAPITests {
    @Test("It has each route and no other, with the roles that may use it")
    func routes() async throws {
        let site = try TestSite()
        let addresses = try await RouteAccessTests.addresses(site)
        let files = try site.resources.files
        let expected = addresses.filter {
            let name = String($0.path.dropFirst())
            return (files[name] == nil || LayoutAssets.described[name] != nil)
                && name != "favicon.ico"
        }

        let document = try await Self.document(site)

        let described = document.operations.map { "\($0.method) \($0.path)" }
        let routes = expected.map { "\($0.method.rawValue) \($0.path)" }
        #expect(Set(described) == Set(routes))
        #expect(described.count == Set(described).count && described.count > 250)
        let identifiers = document.operations.compactMap { $0.value["operationId"]?.words }
        #expect(Set(identifiers).count == described.count)
        for address in expected {
            let found = document.operations.first {
                $0.path == address.path && $0.method == address.method.rawValue
            }
            let operation = try #require(found)
            let roles = Role.allCases.filter { RouteAccessTests.isExpected($0, address) }
            let named = operation.value["x-roles"]?.elements.map(\.words)
            #expect(named == roles.map { "“\($0.rawValue)”" }, "\(address.path)")
            let isOpen = operation.value["security"]?.elements.isEmpty == true
            #expect(isOpen == (address.access.audience == .everybody), "\(address.path)")
        }
    }

    @Test("Reading it requires signing in, and all roles read the same")
    func roles() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner, .member, .shop, .viewer])
        try await site.test { test in
            let client = InventoryClient(client: test)
            #expect(try await client.get("/openapi.json").status == .unauthorized)
            var texts: Set<String> = []
            for role in Role.allCases {
                let headers = try await RouteAccessTests.headers(of: role, client)
                let answer = try await client.get("/openapi.json", headers: headers)
                #expect(answer.status == .ok)
                texts.insert(answer.text)
            }
            #expect(texts.count == 1)
        }
    }

    @Test("It is below the base path, and states it")
    func basePath() async throws {
        let document = try await Self.document(
            TestSite { $0.basePath = try BasePath("/home") }, at: "/home/openapi.json")
        #expect(document.value["servers"]?.elements.first?["url"] == .text("/home"))
        #expect(document.operations.contains { $0.path == "/items/{key}" })
    }

    /// Reads all addresses of a complete household, posts empty forms to all, and compares statuses,
    /// types and documents with the description.
    @Test("Responses match it, and it has every field of the forms on pages")
    func answers() async throws {
        let household = try await GoldenHousehold.unpacked("euro")
        // Without accounts everything is open.
        try FileManager.default.removeItem(
            atPath: household.directory.path + "/accounts.sqlite")
        let document = try await Self.document(household.site)
        let faults = try await household.site.test { client in
            var check = AnswerCheck(document: document, client: client)
            try await check.readAll()
            try await check.postAll()
            #expect(check.documents > 150 && check.forms > 60)
            return check.faults
        }
        #expect(faults.sorted() == [])
    }

    @Test("Addresses of forms take fields as query parameters, but no files or buttons")
    func queries() async throws {
        let document = try await Self.document(TestSite())
        for (path, names) in [
            ("/items/new", ["itemName", "tags", "fields"]),
            ("/quotes/new", ["customer", "buyerName", "lines[0][product]"]),
            ("/customers/new", ["name", "addresses[0][city]", "lines[0][quantity]"]),
            ("/sales/new", ["q", "lines[0][product]"]),
            ("/sales/new/walk-in", ["customerName", "parked", "lines[0][product]"]),
            ("/customers/{id}/sales/new", ["note", "lines[0][product]"]),
            ("/items/{key}/sale", ["customer", "customerName"]),
            ("/labels", ["key", "q", "tag"]), ("/inbox", ["location", "next"]),
            ("/inbox.json", ["q", "sort"]), ("/people.csv", ["q", "sort", "mark"]),
        ] {
            let query = try document.operation("GET", path).query
            #expect(Set(names).subtracting(query) == [], "\(path)")
            let others: Set = ["add", "image", "imageToken", "number", "version"]
            #expect(others.intersection(query) == [], "\(path)")
        }
    }

    @Test("A backup has two types, item fields a pattern, and summaries begin with a verb")
    func words() async throws {
        let document = try await Self.document(TestSite())
        let backup = document.response(200, of: try document.operation("POST", "/backup"))
        for compression in BackupCompression.allCases {
            #expect(backup?["content"]?[compression.mediaType] != nil)
        }
        let items = try document.operation("POST", "/items")
        #expect(items.patterns == [#"^fields\["#] && items.fields.contains("imageToken"))
        let forms = try document.operation("POST", "/stocktakes/{id}/sightings")
            .value["requestBody"]?["content"]
        let plain = forms?["application/x-www-form-urlencoded"]?["schema"]?["properties"]
        #expect(plain?["code"] != nil && plain?["photo"] == nil)
        #expect(forms?["multipart/form-data"]?["schema"]?["properties"]?["photo"] != nil)
        for (method, path, summary) in [
            ("GET", "/items", "List items"), ("GET", "/items.csv", "List items"),
            ("POST", "/items", "Add an item"), ("GET", "/items/new", "Form of a new item"),
            ("GET", "/items/{key}.json", "Show an item"),
            ("GET", "/items/{key}/delete", "Form to delete"),
            ("POST", "/items/{key}/delete", "Delete an item"),
            ("POST", "/settings", "Change settings"),
            ("GET", "/", "Show overview"),
        ] {
            let operation = try document.operation(method, path)
            #expect(operation.value["summary"] == .text(summary), "\(method) \(path)")
        }
    }

    @Test("The document check detects differences")
    func schemas() throws {
        let schema = try Self.value(
            JSONSchema.object(
                [
                    ("id", .integer), ("name", .text.orNull), ("day", .day),
                    ("kind", .choice(["a"])), ("state", .choice(["b"]).orNull),
                ],
                optional: ["day", "kind", "state"]
            ).json.text)
        for (text, isFine) in [
            (#"{"id": 1, "name": "x"}"#, true), (#"{"id": 1, "name": null}"#, true),
            (#"{"id": 1.5, "name": null}"#, false), (#"{"name": null}"#, false),
            (#"{"id": 1, "name": 2}"#, false), (#"{"id": 1, "name": "x", "more": 1}"#, false),
            (#"{"id": 1, "name": "x", "day": "2026-11-21", "kind": "a"}"#, true),
            (#"{"id": 1, "name": "x", "day": "21.11."}"#, false),
            (#"{"id": 1, "name": "x", "kind": "b"}"#, false),
            (#"{"id": 1, "name": "x", "kind": null}"#, false),
            (#"{"id": 1, "name": "x", "state": null}"#, true),
            (#"{"id": 1, "name": "x", "state": "a"}"#, false),
        ] {
            let faults = try Self.value(text).faults(by: schema, at: "it")
            #expect(faults.isEmpty == isFine, "\(text): \(faults)")
        }
    }

    static func value(_ text: String) throws -> GoldenValue {
        try JSONDecoder().decode(GoldenValue.self, from: Data(text.utf8))
    }

    static func document(
        _ site: TestSite, at path: String = "/openapi.json"
    ) async throws -> DescribedSite {
        try await site.test { client in
            let answer = try await client.execute(uri: path, method: .get)
            #expect(answer.status == .ok)
            return DescribedSite(value: try value(answer.text))
        }
    }
}

/// A parsed description.
struct DescribedSite: Sendable {
    struct Operation: Sendable {
        let path: String
        let method: String
        let value: GoldenValue

        var isForm: Bool { method == "POST" }

        /// The fields of the form.
        var fields: [String] { names(under: "properties") }

        /// The patterns of further fields of the form.
        var patterns: [String] { names(under: "patternProperties") }

        /// The parameters of the query.
        var query: [String] {
            (value["parameters"]?.elements ?? []).compactMap {
                guard case .text(let name)? = $0["name"] else { return nil }
                return name
            }
        }

        private func names(under keyword: String) -> [String] {
            guard case .object(let content)? = value["requestBody"]?["content"] else { return [] }
            let names = content.values.flatMap { form -> [String] in
                guard case .object(let fields)? = form["schema"]?[keyword] else { return [] }
                return Array(fields.keys)
            }
            return Array(Set(names))
        }
    }

    let value: GoldenValue

    var operations: [Operation] {
        guard case .object(let paths)? = value["paths"] else { return [] }
        return paths.sorted { $0.key < $1.key }.flatMap { path, item -> [Operation] in
            guard case .object(let methods) = item else { return [] }
            return methods.filter { $0.key != "parameters" }.map {
                Operation(path: path, method: $0.key.uppercased(), value: $0.value)
            }
        }
    }

    func operation(_ method: String, _ path: String) throws -> Operation {
        try #require(operations.first { $0.method == method && $0.path == path })
    }

    /// A response, with its reference resolved.
    func response(_ status: Int, of operation: Operation) -> GoldenValue? {
        guard let response = operation.value["responses"]?["\(status)"] else { return nil }
        guard case .text(let path)? = response["$ref"] else { return response }
        return path.split(separator: "/").dropFirst().reduce(value) { $0?[String($1)] }
    }
}

/// Compares responses with a description.
struct AnswerCheck {
    let document: DescribedSite
    let client: any TestClientProtocol
    private(set) var faults: Set<String> = []
    /// The number of compared documents.
    private(set) var documents = 0
    /// The number of compared forms.
    private(set) var forms = 0
    private var values: [String: [String]] = [
        "day": ["2026-01-12"], "entity": ["Item", "Nothing"], "attribute": ["thumbnail"],
        "section": ["books"], "page": ["start"], "picture": ["places.webp"], "number": ["A-0001"],
        "key": [],
    ]

    init(document: DescribedSite, client: any TestClientProtocol) {
        self.document = document
        self.client = client
    }

    mutating func readAll() async throws {
        values["key"] = try await members("itemKey", of: "/items")
        for operation in document.operations
        where !operation.isForm && !operation.path.hasSuffix(".events") {
            for path in try await paths(operation.path) {
                try await check(path, operation)
            }
            if case .list(let parameters)? = operation.value["parameters"],
                parameters.contains(where: { $0["name"] == .text("sort") })
            {
                let path = try await paths(operation.path).first ?? operation.path
                try await check(path + "?sort=nothing", operation)
            }
        }
    }

    /// Deleted records cannot be read, so their forms come last.
    mutating func postAll() async throws {
        let last = ["delete", "clear", "erase", "anonymization", "merge"]
        let forms = document.operations.filter { $0.isForm && $0.path != "/backup" }
        for isLast in [false, true] {
            for operation in forms
            where last.contains(where: operation.path.contains) == isLast {
                for path in try await paths(operation.path).suffix(2) {
                    try await check(path, operation)
                }
            }
        }
    }

    /// An address with existing records, and one with a missing record.
    private func paths(_ pattern: String) async throws -> [String] {
        guard let match = pattern.firstMatch(of: #/\{(\w+)\}/#) else { return [pattern] }
        let name = String(match.1)
        let list = String(pattern[..<match.range.lowerBound].dropLast())
        var texts = values[name] ?? []
        if name == "id" {
            let from = ["/photos": "/recents"][list] ?? list
            texts = try await members("id", of: from)
            if texts.isEmpty { texts = ["1", "2"] }
        }
        let absent = name == "key" ? UUID().uuidString : "999999"
        var paths: [String] = []
        for text in texts.prefix(4) + [absent] {
            let path = pattern.replacingCharacters(in: match.range, with: text)
            paths += try await self.paths(path)
        }
        return paths
    }

    private func members(_ name: String, of list: String) async throws -> [String] {
        let answer = try await client.execute(uri: list + ".json", method: .get)
        guard answer.status == .ok else { return [] }
        let records = try OpenAPITests.value(answer.text)["records"]?.elements ?? []
        return records.compactMap { $0[name]?.words.filter { !"“”".contains($0) } }
    }

    private mutating func check(
        _ path: String, _ operation: DescribedSite.Operation
    ) async throws {
        var headers: HTTPFields = [:]
        if operation.isForm {
            headers[.contentType] = "application/x-www-form-urlencoded"
            headers[.accept] = "application/json"
        }
        let answer = try await client.execute(
            uri: path, method: operation.isForm ? .post : .get, headers: headers,
            body: operation.isForm ? ByteBuffer() : nil)
        let place = "\(operation.method) \(operation.path), \(answer.status.code)"
        guard let response = document.response(answer.status.code, of: operation) else {
            faults.insert("\(place) is not described (\(answer.text.prefix(300)))")
            return
        }
        guard ![.seeOther, .notModified].contains(answer.status) else { return }
        let type = String(
            (answer.headers[.contentType] ?? "").prefix { $0 != ";" })
        let content =
            response["content"]?[type] ?? response["content"]?["*/*"]
            ?? response["content"]?["image/*"].flatMap { type.hasPrefix("image/") ? $0 : nil }
        guard let content else {
            faults.insert("\(place): \(type) is not described")
            return
        }
        if type.hasSuffix("json") {
            documents += 1
            var schema = content["schema"] ?? .object([:])
            if case .text(let reference)? = schema["$ref"] {
                schema =
                    reference.split(separator: "/").dropFirst()
                    .reduce(document.value) { $0?[String($1)] } ?? .null
            }
            faults.formUnion(
                try OpenAPITests.value(answer.text).faults(by: schema, at: place))
        } else if type == "text/html", answer.status == .ok {
            check(formsOf: answer.text, on: operation.path)
        }
    }

    /// Compares the fields of a page's forms with the description.
    private mutating func check(formsOf html: String, on page: String) {
        for match in html.matches(
            of: #/<form[^>]* method="post" action="([^"?#]*)[^"]*"([\s\S]*?)</form>/#)
        {
            let path = String(match.1)
            guard let operation = operation(posting: path) else {
                faults.insert("A form on \(page) posts to \(path), which is not described")
                continue
            }
            forms += 1
            let names = match.2.matches(
                of: #/<(?:input|select|textarea|button)[^>]* name="([^"]*)"/#
            )
            .map { String($0.1).replacing(#/\[\d+\]/#, with: "[0]").replacing("&#39;", with: "'") }
            let known = operation.fields + ["form"]
            for name in Set(names) where !name.hasPrefix("shown[") && !known.contains(name) {
                let isNumbered = operation.patterns.contains {
                    name.range(of: $0, options: .regularExpression) != nil
                }
                guard !isNumbered else { continue }
                faults.insert("POST \(operation.path) has no field \(name)")
            }
        }
    }

    private func operation(posting path: String) -> DescribedSite.Operation? {
        let segments = path.split(separator: "/")
        return document.operations.filter { operation in
            let pattern = operation.path.split(separator: "/")
            return operation.isForm && pattern.count == segments.count
                && zip(pattern, segments).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }.min { $0.path.count { $0 == "{" } < $1.path.count { $0 == "{" } }
    }
}

extension GoldenValue {
    /// Validates a value by the part of JSON Schema that the description uses.
    func faults(by schema: GoldenValue, at place: String) -> [String] {
        if let type = schema["type"] {
            let types = type.elements.isEmpty ? [type] : type.elements
            guard types.contains(where: { isA($0.words) }) else {
                return ["\(place): \(words.prefix(100)) is no \(type.words)"]
            }
        }
        var faults: [String] = []
        if let choices = schema["enum"]?.elements, !choices.contains(self) {
            faults.append("\(place): \(words) is none of \(schema["enum"]?.words ?? "")")
        }
        switch self {
        case .text(let text):
            let formats = ["date": #"^\d{4}-\d\d-\d\d$"#, "date-time": #"^\d{4}-\d\d-\d\dT.*Z$"#]
            for name in ["pattern", "format"] {
                guard case .text(let word)? = schema[name],
                    let pattern = name == "format" ? formats[word] : word
                else { continue }
                if text.range(of: pattern, options: .regularExpression) == nil {
                    faults.append("\(place): “\(text.prefix(100))” does not fit \(word)")
                }
            }
        case .list(let elements):
            guard let items = schema["items"] else { break }
            for element in elements {
                faults += element.faults(by: items, at: "\(place), element")
            }
        case .object(let members):
            for case .text(let name) in schema["required"]?.elements ?? []
            where members[name] == nil {
                faults.append("\(place) has no \(name)")
            }
            for (name, value) in members {
                if let property = schema["properties"]?[name] {
                    faults += value.faults(by: property, at: "\(place), \(name)")
                } else if schema["additionalProperties"] == .flag(false) {
                    faults.append("\(place) has \(name), which is not described")
                }
            }
        default: break
        }
        return faults
    }

    private func isA(_ type: String) -> Bool {
        switch self {
        case .null: type == "“null”"
        case .flag: type == "“boolean”"
        case .number(let number):
            type == "“number”" || (type == "“integer”" && number == number.rounded())
        case .text: type == "“string”"
        case .list: type == "“array”"
        case .object: type == "“object”"
        }
    }
}
