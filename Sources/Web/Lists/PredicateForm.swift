import Persistence

/// The form that narrows a list by a predicate, and says how many rows a page has.
struct PredicateForm: Sendable {
    /// Where the form leads, by GET.
    var path: String
    /// Search, sort and the other filters, which the form passes on.
    var keeps: [HiddenField] = []
    /// How many records a page holds: 25, 50, 100, 200.
    var perPage: [SelectOption] = []
    /// Whether the form is shown unfolded, because it is in use or at fault.
    var isOpen = false
    /// The predicate as it was typed.
    var predicate = ""
    /// A predicate that has sense in this list.
    var example: String
    /// How predicates are written.
    var helpPath: String
    var fault = PredicateFault()
    /// All that is wrong with the address.
    var summary = FaultSummary()
}

extension PredicateForm {
    /// The form as an address fills it.
    init(_ request: ListRequest, of list: SitePath, example: String, _ links: SiteLinks) {
        let query = request.query
        self.init(
            path: links(list), example: example, helpPath: links(GuideTopic.predicates.path))
        keeps = query.at(page: 1).parameters.filter { !["predicate", "perPage"].contains($0.name) }
            .map(HiddenField.init)
        perPage = [25, 50, 100, 200].map { count in
            SelectOption(
                value: count == ListQuery.defaultPerPage ? "" : String(count),
                label: String(count), isSelected: count == query.perPage)
        }
        predicate = query.predicate ?? ""
        fault = request.predicateFault
        summary = FaultSummary(request.faults.map(\.link))
        isOpen =
            query.predicate != nil || query.perPage != ListQuery.defaultPerPage
            || !summary.faults.isEmpty
    }
}

/// A fault in a predicate, with the place where it stands.
struct PredicateFault: Sendable {
    /// `“valueInDolars” is not an attribute of Item`.
    var message: String
    /// The text up to the fault.
    var before: String
    /// The text at fault; a space where something is missing.
    var marked: String
    /// The rest.
    var after: String

    /// No fault.
    init() {
        message = ""
        before = ""
        marked = ""
        after = ""
    }

    /// A fault at a place.
    ///
    /// - Parameters:
    ///   - message: A sentence.
    ///   - text: The whole predicate.
    ///   - offset: Where the fault begins, in characters; beyond the end means the end.
    ///   - length: How many characters are at fault.
    init(_ message: String, in text: String, at offset: Int, length: Int = 1) {
        let start = min(max(0, offset), text.count)
        self.message = message
        before = String(text.prefix(start))
        let rest = text.dropFirst(start)
        marked = rest.isEmpty ? " " : String(rest.prefix(max(1, length)))
        after = String(rest.dropFirst(max(1, length)))
    }
}

extension PredicateSyntaxError {
    /// The fault with its place in the text, in words.
    var messageWithPlace: String {
        let end = message.hasSuffix(".") ? message.dropLast() : message[...]
        return "\(end) (at character \(offset + 1))"
    }
}
