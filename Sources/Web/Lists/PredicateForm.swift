import Persistence

/// The form that filters a list, by fields and by a predicate, and sets the page size.
struct PredicateForm: Sendable {
    /// The action of the form, which uses GET.
    var path: String
    /// Search, sort and the other filters, as hidden fields.
    var keeps: [HiddenField] = []
    /// The fields of the list's filters, if it has any.
    var fields: [RecordFormField] = []
    /// The page sizes: 25, 50, 100, 200.
    var perPage: [SelectOption] = []
    /// Whether the form is expanded, because it is in use or has a fault.
    var isOpen = false
    /// The predicate as typed.
    var predicate = ""
    /// An example of a predicate for this list.
    var example: String
    /// The page of the guide about predicates.
    var helpPath: String
    var fault = PredicateFault()
    /// All faults of the address.
    var summary = FaultSummary()
}

extension PredicateForm {
    /// The form filled from an address.
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

extension HiddenField {
    /// A parameter of an address as a hidden field.
    init(_ parameter: (name: String, value: String)) {
        self.init(name: parameter.name, value: parameter.value)
    }
}

/// A fault in a predicate, with its position.
struct PredicateFault: Sendable {
    /// `“valueInDolars” is not an attribute of Item`.
    var message: String
    /// The text before the fault.
    var before: String
    /// The faulty text; a space where something is missing.
    var marked: String
    /// The text after the fault.
    var after: String

    /// No fault.
    init() {
        message = ""
        before = ""
        marked = ""
        after = ""
    }

    /// A fault at a position.
    ///
    /// - Parameters:
    ///   - message: a sentence.
    ///   - text: the whole predicate.
    ///   - offset: the position of the fault, in characters; beyond the end means the end.
    ///   - length: the number of faulty characters.
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
    /// The message, with the position of the fault in words.
    var messageWithPlace: String {
        let end = message.hasSuffix(".") ? message.dropLast() : message[...]
        return "\(end) (at character \(offset + 1))"
    }
}
