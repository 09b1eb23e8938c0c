import Domain
import HTTPTypes
import Synchronization

/// The input and the response of a route. Method, address and access are known from the route.
///
/// The routes of a described resource have theirs from its fields. Other routes have it where they are added:
///
/// ```swift
/// routes.post(.voidSale("{id}"), by: .editors(of: .sales), as: .form("reason", "version", gives: Sale.schema), use: void)
/// ```
struct RouteDescription: Sendable {
    /// The purpose in a few words. Default: the last words of the address.
    var summary = ""
    /// The parameters of the query.
    var query: [RouteParameter] = []
    /// The fields of the form.
    var fields: [RouteParameter] = []
    /// The document for programs.
    var document = JSONSchema.any
    /// Whether the form can add a record, which is answered with 201.
    var adds = false
    /// The media types of an answer that is not a page, document or table; empty for the one by its address.
    var mediaTypes: [String] = []
    /// The status codes that few routes answer with.
    var statuses: [Int] = []
    /// Whether it is a file that pages are made with, such as a style sheet. The description leaves it out.
    var isPageFile = false

    /// A file that pages are made with.
    static let pageFile = RouteDescription(isPageFile: true)

    /// A form with fields.
    static func form(
        _ fields: RouteParameter..., gives document: JSONSchema = .any
    ) -> RouteDescription {
        RouteDescription(fields: fields, document: document)
    }

    /// A form with the fields of a list.
    static func form(
        of fields: [RouteParameter], gives document: JSONSchema = .any
    ) -> RouteDescription {
        RouteDescription(fields: fields, document: document)
    }

    /// A page or a form without fields that also responds with JSON.
    static func document(_ schema: JSONSchema, _ query: RouteParameter...) -> RouteDescription {
        RouteDescription(query: query, document: schema)
    }

    /// A response that is neither a page nor JSON.
    static func file(_ mediaType: String, _ query: RouteParameter...) -> RouteDescription {
        RouteDescription(query: query, mediaTypes: [mediaType])
    }

    /// The page of a form. Its address may fill the fields, except files, card numbers, and those that only
    /// a button or the form itself sends.
    static func opening(_ fields: [RouteParameter]) -> RouteDescription {
        let others: Set = ["add", "endsOn", "imageToken", "next", "number", "version"]
        return RouteDescription(query: fields.filter { !$0.isFile && !others.contains($0.name) })
    }

    /// A page with parameters.
    static func query(_ query: RouteParameter...) -> RouteDescription {
        RouteDescription(query: query)
    }

    /// A list of records.
    static func list(_ parameters: ListParameters, of record: JSONSchema) -> RouteDescription {
        RouteDescription(query: parameters.described, document: .page(of: record))
    }

    /// The list of a resource.
    static func list(of resource: any ListedResource) -> RouteDescription {
        var list = list(resource.parameters, of: resource.listedSchema)
        list.summary = "List \(resource.words.many)"
        return list
    }

    /// The same description with another summary.
    func called(_ summary: String) -> RouteDescription {
        var description = self
        description.summary = summary
        return description
    }

    /// The same description, for a form that may add a record.
    var adding: RouteDescription {
        var description = self
        description.adds = true
        return description
    }

    /// The same description with further status codes.
    func answering(_ statuses: Int...) -> RouteDescription {
        var description = self
        description.statuses += statuses
        return description
    }
}

/// A parameter of a query, or a field of a form.
struct RouteParameter: Sendable {
    let name: String
    /// The label.
    let label: String
    var schema = JSONSchema.text
    /// Whether it may occur several times.
    var isRepeated = false
    /// Whether it is a file.
    var isFile = false
    /// The part of the name before the brackets, for fields with numbers; nil for other fields.
    var family: String?

    init(
        _ name: String, _ label: String? = nil, _ schema: JSONSchema = .text,
        isRepeated: Bool = false
    ) {
        self.name = name
        self.label = label ?? FormText.label(of: name)
        self.schema = schema
        self.isRepeated = isRepeated
    }

    /// A field of described records.
    init(_ field: FieldDescription) {
        let hints = [
            field.formHint, field.hint, field.isRequired ? "required for a new record" : "",
        ]
        self.init(
            field.name,
            ([field.label] + hints.filter { !$0.isEmpty }).joined(separator: "; "),
            field.formSchema)
    }

    /// A choice of words.
    static func choice(_ name: String, _ words: [String]) -> RouteParameter {
        RouteParameter(name, nil, .choice(words))
    }

    /// `yes` or `no`.
    static func flag(_ name: String, _ label: String? = nil) -> RouteParameter {
        RouteParameter(name, label, .choice(["yes", "no"]))
    }

    /// Several texts under one name.
    static func several(_ name: String, _ label: String? = nil) -> RouteParameter {
        RouteParameter(name, label, isRepeated: true)
    }

    /// Fields whose names differ by a number in brackets: `fields[1]`.
    static func family(_ name: String, _ label: String) -> RouteParameter {
        var field = RouteParameter("\(name)[…]", label)
        field.family = name
        return field
    }

    /// A file, or several.
    static func file(_ name: String, several: Bool = false) -> RouteParameter {
        var field = RouteParameter(name, nil, .file, isRepeated: several)
        field.isFile = true
        return field
    }

    /// The version that was read, so that a record that was changed since is refused.
    static let version = RouteParameter(
        "version", "The version that was read: 409 if the record has another one", .integer)
    /// The number of copies.
    static let count = RouteParameter(
        "count", "How many",
        JSONSchema.integer.with("minimum", .int(FieldDescription.Copying.counts.lowerBound))
            .with("maximum", .int(FieldDescription.Copying.counts.upperBound)))
    /// A position in a list.
    static let position: [RouteParameter] = [
        RouteParameter("toIndex", "The place from 0 on; beyond the end is the end", .integer),
        .choice("move", ["up", "down", "first", "last"]),
    ]
}

extension RouteParameter: ExpressibleByStringLiteral {
    init(stringLiteral name: String) { self.init(name) }
}

extension ListParameters {
    /// The parameters of a query.
    var described: [RouteParameter] {
        var all = [
            RouteParameter(
                "q", "Words to search for",
                JSONSchema.text.with("maxLength", .int(ListQuery.longestSearch)))
        ]
        let sortKeys = allSortKeys
        if !sortKeys.isEmpty {
            all.append(
                RouteParameter(
                    "sort", "Order; “-” in front reverses it",
                    .choice(sortKeys + sortKeys.map { "-" + $0 })))
        }
        all += [
            RouteParameter("page", "Page", JSONSchema.integer.with("minimum", .int(1))),
            RouteParameter(
                "perPage", "Records on a page, or “\(ListQuery.onOnePage)”",
                .either(
                    .integer.with("minimum", .int(1))
                        .with("maximum", .int(ListQuery.largestPerPage)),
                    .choice([ListQuery.onOnePage]))),
        ]
        if hasPredicate {
            all.append(RouteParameter("predicate", "A condition in the language of predicates"))
        }
        return all + filters.map(RouteParameter.init)
    }
}

extension RouteParameter {
    /// A filter of a list.
    fileprivate init(_ filter: ListParameters.Filter) {
        let (schema, hint): (JSONSchema, String) =
            switch filter.kind {
            case .idOrNone: (.text.with("pattern", "^([1-9][0-9]*|none)$"), ": a number, or “none”")
            case .id: (.integer.with("minimum", .int(1)), ": a number")
            case .day: (.day, "")
            case .number: (.integer.with("minimum", .int(0)), "")
            case .amount: (.text, ": an amount of money")
            case .choice(let words): (.choice(words), "")
            case .text: (.text, "")
            }
        self.init(filter.name, filter.label + hint, schema)
    }
}

/// All routes of the site, for its description.
///
/// ``SiteRoutes`` adds each route when it is registered, so that the description lacks none.
final class RouteListing: Sendable {
    /// A route with its description.
    struct Entry: Sendable {
        let route: SiteRoutes.Route
        let description: RouteDescription

        var method: String { route.method.rawValue }
        /// The address below the base path.
        var path: String { route.address.path }
        var access: Access { route.access }
        var isPage: Bool { route.isPage }
    }

    private let state = Mutex((routes: [SiteRoutes.Route](), entries: [Entry]?.none))

    /// Takes the routes.
    func take(_ routes: [SiteRoutes.Route]) {
        state.withLock { $0 = (routes, nil) }
    }

    /// The routes, except those of files that pages are made with.
    var entries: [Entry] {
        state.withLock { state in
            let entries =
                state.entries
                ?? state.routes.map { Entry(route: $0, description: $0.description()) }
                .filter { !$0.description.isPageFile }
            state.entries = entries
            return entries
        }
    }
}
