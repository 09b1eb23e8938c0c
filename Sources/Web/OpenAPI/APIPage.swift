import Domain

/// The page that describes all addresses.
struct APIPage: TemplatePage {
    static let template = "guide/api"

    var layout: LayoutPage
    var title: String
    /// The address of the same description for programs.
    var documentPath: String
    /// Commands to begin with.
    var commands: String
    var statuses: [Word]
    var parts: [Part]

    /// A part of the site.
    struct Part: Sendable {
        var id: String
        var title: String
        var addresses: [Address]
    }

    /// An address, with its other formats.
    struct Address: Sendable {
        var path: String
        /// `Also .json, .csv`; empty for nothing.
        var twins: String
        var operations: [Operation]
    }

    /// A method of an address.
    struct Operation: Sendable {
        var method: String
        var summary: String
        /// `Owners and members`.
        var users: String
        var query: [Word]
        var fields: [Word]
        /// The names of the members of the document.
        var members: String
        /// The status codes that not every address has.
        var statuses: String
    }

    /// A name with its meaning.
    struct Word: Sendable {
        var name: String
        var meaning: String
    }
}

extension APIPage {
    init(
        _ document: OpenAPIDocument, server: String, _ links: SiteLinks,
        _ makeLayout: (_ title: String, _ crumbs: [PathLink]) -> LayoutPage
    ) {
        let title = "Addresses for scripts"
        var layout = makeLayout(title, [PathLink(label: "Help", path: links(.guide))])
        layout.helpPath = links(.guidePage("scripts"))
        layout.alternates = [.json(links(.openAPI))]
        let base = server + links.basePath.path
        self.init(
            layout: layout, title: title, documentPath: links(.openAPI),
            commands: """
                curl -H "Authorization: Bearer $token" \(base)/openapi.json
                curl -H "Authorization: Bearer $token" "\(base)/items.json?q=lamp&sort=-valueInDollars"
                curl -H "Authorization: Bearer $token" -H "Accept: application/json" -d itemName=Lamp \(base)/items
                """,
            statuses: OpenAPIDocument.refusals.map { Word(name: "\($0.status)", meaning: $0.text) },
            parts: Self.parts(of: document.entries))
    }

    private static func parts(of entries: [RouteListing.Entry]) -> [Part] {
        let tags = entries.map(\.tag).uniqued
        return tags.enumerated().map { index, tag in
            let entries = entries.filter { $0.tag == tag }
            let addresses = Dictionary(grouping: entries, by: \.address)
            return Part(
                id: "part-\(index + 1)", title: tag,
                addresses: entries.map(\.address).uniqued.map { path in
                    Address(path, addresses[path] ?? [])
                })
        }
    }
}

extension APIPage.Address {
    /// An address with its routes, and the routes of its other formats.
    fileprivate init(_ path: String, _ entries: [RouteListing.Entry]) {
        let twins = entries.filter { $0.path != path }.map { String($0.path.dropFirst(path.count)) }
        let own = entries.filter { $0.path == path }
        let pages = own.filter { $0.method == "GET" }
        let isPage = !pages.isEmpty
        // Some addresses have no page, and the formats of some pages have another summary.
        var summaries = Set(pages.map(\.summary))
        let others = entries.filter { $0.path != path && summaries.insert($0.summary).inserted }
        let shown = own + others
        self.init(
            path: path,
            twins: twins.isEmpty ? "" : (isPage ? "Also " : "As ") + twins.listText,
            operations: shown.map(APIPage.Operation.init))
    }
}

extension APIPage.Operation {
    fileprivate init(_ entry: RouteListing.Entry) {
        let roles = entry.roles
        let users =
            entry.access.audience == .everybody
            ? "Needs no sign-in"
            : (roles.count == Role.allCases.count
                ? "All roles" : FormText.capitalized(roles.map(\.rawValue).listText))
                + (entry.isForScripts ? "" : ", in a browser only")
        let usual: Set<Int> = [200, 303, 304, 400, 401, 403, 413, 415, 421, 422, 503]
        self.init(
            method: entry.method, summary: entry.summary, users: users,
            query: entry.description.query.map(APIPage.Word.init),
            fields: entry.description.fields.map(APIPage.Word.init),
            members: entry.description.document.memberNames.joined(separator: ", "),
            statuses: entry.statuses.filter { !usual.contains($0) }.map(String.init)
                .joined(separator: ", "))
    }
}

extension APIPage.Word {
    fileprivate init(_ parameter: RouteParameter) {
        self.init(name: parameter.name, meaning: parameter.label)
    }
}

extension RouteListing.Entry {
    /// The address without an ending for programs.
    fileprivate var address: String {
        for ending in [".json", ".csv", ".events"] where path.hasSuffix(ending) {
            return String(path.dropLast(ending.count))
        }
        return path
    }
}
