import Domain
import Foundation

/// The description of all addresses in OpenAPI 3.1, made from the routes.
///
/// It is the same for all readers, and contains no records of the household.
struct OpenAPIDocument: Sendable {
    let entries: [RouteListing.Entry]
    let basePath: BasePath

    var json: JSONValue {
        let tags = entries.map(\.tag).uniqued
        let byPath = Dictionary(grouping: entries, by: \.path)
        let paths: [(name: String, value: JSONValue)] = entries.map(\.path).uniqued.map {
            ($0, Self.item($0, byPath[$0] ?? []))
        }
        return [
            "openapi": "3.1.1",
            "info": [
                "title": "Homeowner", "version": .string(ProgramVersion.current),
                "description": .string(Self.introduction),
            ],
            "servers": [["url": .string(basePath.path.isEmpty ? "/" : basePath.path)]],
            "tags": .array(tags.map { ["name": .string($0)] }),
            "paths": .object(paths),
            "components": [
                "securitySchemes": [
                    "token": ["type": "http", "scheme": "bearer"],
                    "browser": Self.cookie(SignInCookies.plainName),
                    "encryptedBrowser": Self.cookie(SignInCookies.secureName),
                ],
                "schemas": ["Problem": Self.problem.json],
                "responses": .object(Self.refusals.map { ("\($0.status)", Self.refusal($0.text)) }),
            ],
        ]
    }

    /// Signing in by a cookie; on encrypted connections it has another name.
    private static func cookie(_ name: String) -> JSONValue {
        ["type": "apiKey", "in": "cookie", "name": .string(name)]
    }

    private static let introduction = """
        What scripts can do with every address. A form is posted as application/x-www-form-urlencoded, or as \
        multipart/form-data where it has a file. With “Accept: application/json” a form answers with the record \
        instead of leading to its page, and a refusal is application/problem+json. GET answers HEAD too. Fields \
        that an update leaves out stay as they are; an empty field clears. Fields that an address does not list \
        are ignored. Of lines[0] and payments[0] there may be several: lines[1] and so on. x-roles says which \
        roles may use an address; scripts may do what their token allows besides.
        """

    /// An address with its routes.
    private static func item(_ path: String, _ entries: [RouteListing.Entry]) -> JSONValue {
        let parameters = path.matches(of: #/\{(\w+)\}/#).map { String($0.1) }.map { name in
            [
                "name": .string(name), "in": "path", "required": true,
                "description": .string(meaning(of: name)),
                "schema": name == "day" ? JSONSchema.day.json : JSONSchema.text.json,
            ] as JSONValue
        }
        var members: [(name: String, value: JSONValue)] = [("parameters", .array(parameters))]
        for entry in entries { members.append((entry.method.lowercased(), entry.json)) }
        return .object(members)
    }

    private static func meaning(of placeholder: String) -> String {
        switch placeholder {
        case "id": "The number of the record; of people, devices, tokens and links their UUID"
        case "key": "The key of the item, a UUID"
        case "sighting": "The number of the sighting"
        case "day": "A day: 2026-11-21"
        case "token": "What an answer named"
        default: FormText.capitalized(placeholder)
        }
    }

    /// The answers that refuse a request.
    static let refusals: [(status: Int, text: String)] = [
        (400, "The request is malformed."),
        (401, "The request has no sign-in, or the token is not valid."),
        (
            403,
            "The role or the token does not allow this, or a page of another site sent the form."
        ),
        (404, "There is no such record."),
        (409, "The record has changed, or the form was sent already."),
        (410, "The record or the link is gone."), (413, "A file or the form is too large."),
        (415, "The type of the file or of the form is not accepted."),
        (421, "The host is none of the server’s names."),
        (422, "Fields or parameters have faults."),
        (429, "Too many attempts; Retry-After says when to go on."),
        (503, "The server is busy; Retry-After says when to try again."),
    ]

    private static func refusal(_ text: String) -> JSONValue {
        [
            "description": .string(text),
            "content": [
                "application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]],
                "text/html": [:],
            ],
        ]
    }

    private static let fault = JSONSchema.object(
        [("field", .text), ("label", .text), ("message", .text), ("readings", .list(of: .text))],
        optional: ["readings"])
    private static let problem = JSONSchema.object(
        [
            ("type", .text), ("title", .text), ("status", .integer), ("detail", .text),
            ("faults", .list(of: fault)),
        ], optional: ["faults"]
    ).with("additionalProperties", true)
}

// MARK: - One route

extension RouteListing.Entry {
    /// The part of the site that it belongs to.
    var tag: String {
        switch access.audience {
        case .readers(let section), .editors(let section): section.label
        case .everybody: "Without signing in"
        case .people: "Everything"
        case .browsers: "Your account"
        case .owners: "Owners"
        }
    }

    /// The summary of its description. Default: a verb and the last word of its address.
    var summary: String {
        guard description.summary.isEmpty else { return description.summary }
        let words = path.split(separator: "/").filter { !$0.hasPrefix("{") }
            .map { String($0.prefix { $0 != "." }).replacing("-", with: " ") }
            .filter { !$0.isEmpty }
        let last = words.last ?? "overview"
        if last == "new" { return "Form of new \(words.dropLast().last ?? "records")" }
        guard !Self.verbs.contains(last) else {
            return method == "GET" ? "Form to \(last)" : FormText.capitalized(last)
        }
        let isOfOne = path.split(separator: "/").last?.hasPrefix("{") == true
        let object = isOfOne && last.hasSuffix("s") ? "one of the \(last)" : last
        guard method == "GET" else { return (description.adds ? "Add " : "Change ") + object }
        return (description.document.isList ? "List " : "Show ") + object
    }

    /// The last words of addresses that say what a form does.
    private static let verbs: Set = [
        "clear", "copy", "delete", "edit", "erase", "import", "keep", "merge", "redo", "restore",
        "return", "search", "sign in", "sign out", "split", "tick", "undo", "void",
    ]

    /// The roles that may use it; all of them if it needs no sign-in.
    var roles: [Role] {
        Role.allCases.filter { role in
            Viewer.person(Account(id: UUID(), name: "", role: role), nil).may(access)
        }
    }

    /// Whether a script may use it with a token.
    var isForScripts: Bool { access.audience != .browsers && !access.asksAgain }

    /// The media types of its answer; empty for a page.
    private var mediaTypes: [String] {
        description.mediaTypes.isEmpty ? [typeByName].compactMap(\.self) : description.mediaTypes
    }

    /// The media type by its address; nil for a page.
    private var typeByName: String? {
        let name = path.split(separator: "/").last ?? ""
        return switch name.split(separator: ".").dropFirst().last ?? name {
        case "json": "application/json"
        case "csv": "text/csv"
        case "events": "text/event-stream"
        case "ics": "text/calendar"
        case "vcf": "text/vcard"
        case "zip": "application/zip"
        case "image" where method == "GET" && !isPage: "image/*"
        case "thumbnail" where !isPage: "image/png"
        default: nil
        }
    }

    /// The parameters of its query, including those of its format.
    private var query: [RouteParameter] {
        switch mediaTypes.first {
        case "text/csv": description.query + [.choice("mark", ["utf-8"])]
        case "text/event-stream": description.query + [.flag("editing")]
        default: description.query
        }
    }

    /// The status codes that it answers with.
    var statuses: [Int] {
        var statuses: Set<Int> = [200, 400, 421, 422, 503]
        if access.audience != .everybody { statuses.formUnion([401, 403]) }
        // There is no account where there are no people.
        if path.contains("{") || access.audience == .browsers { statuses.insert(404) }
        if method == "POST" {
            statuses.formUnion([303, 403, 409, 413, 415])
            if description.adds { statuses.insert(201) }
        } else {
            statuses.formUnion(isPage ? [303, 304] : [304])
        }
        return statuses.union(description.statuses).sorted()
    }

    var json: JSONValue {
        let name = path.replacing(#/[^A-Za-z0-9]+/#, with: "_")
        let schemes = (isForScripts ? ["token"] : []) + ["browser", "encryptedBrowser"]
        let security = schemes.map { JSONValue.object([($0, [])]) }
        var members: [(name: String, value: JSONValue)] = [
            ("operationId", .string(method.lowercased() + name)), ("summary", .string(summary)),
            ("tags", [.string(tag)]),
            ("security", .array(access.audience == .everybody ? [] : security)),
            ("x-roles", .array(roles.map { .string($0.rawValue) })),
            ("parameters", .array(query.map(\.queryJSON))),
        ]
        if method == "POST" { members.append(("requestBody", form)) }
        members.append(("responses", .object(statuses.map { ("\($0)", response($0)) })))
        return .object(members)
    }

    private var form: JSONValue {
        let fields = description.fields
        let others = fields.filter { !$0.isFile }
        var content: [(name: String, value: JSONValue)] = []
        if fields.isEmpty || !others.isEmpty {
            content.append(("application/x-www-form-urlencoded", Self.form(of: others)))
        }
        if others.count < fields.count {
            content.append(("multipart/form-data", Self.form(of: fields)))
        }
        return ["content": .object(content)]
    }

    private static func form(of fields: [RouteParameter]) -> JSONValue {
        func properties(
            _ fields: [RouteParameter], _ name: (RouteParameter) -> String
        ) -> JSONValue {
            .object(
                fields.map { (name($0), $0.listed.with("description", $0.label).json) })
        }
        var schema: [(name: String, value: JSONValue)] = [
            ("type", "object"),
            ("properties", properties(fields.filter { $0.family == nil }) { $0.name }),
        ]
        let families = fields.filter { $0.family != nil }
        if !families.isEmpty {
            schema.append(
                ("patternProperties", properties(families) { "^\($0.family ?? "")\\[" }))
        }
        return ["schema": .object(schema)]
    }

    private func response(_ status: Int) -> JSONValue {
        switch status {
        case 303: return ["description": "It is done, or another page has the answer."]
        case 304: return ["description": "Nothing has changed."]
        case 400...: return ["$ref": .string("#/components/responses/\(status)")]
        default: break
        }
        let document: JSONValue = ["schema": description.document.json]
        let content: JSONValue =
            switch mediaTypes.first {
            case "application/json"?: ["application/json": document]
            case .some: .object(mediaTypes.map { ($0, JSONValue.object([])) })
            case nil where method == "POST": ["application/json": document, "text/html": [:]]
            case nil: ["text/html": [:]]
            }
        return [
            "description": .string(status == 201 ? "It was added." : summary), "content": content,
        ]
    }
}

extension RouteParameter {
    /// The schema of all its values.
    fileprivate var listed: JSONSchema { isRepeated ? .list(of: schema) : schema }

    fileprivate var queryJSON: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("name", .string(family ?? name)), ("in", "query"), ("description", .string(label)),
        ]
        guard family != nil else {
            members.append(("schema", listed.json))
            return .object(members)
        }
        let numbered: JSONValue = ["type": "object", "additionalProperties": schema.json]
        members.append(("style", "deepObject"))
        members.append(("explode", true))
        members.append(("schema", numbered))
        return .object(members)
    }
}
