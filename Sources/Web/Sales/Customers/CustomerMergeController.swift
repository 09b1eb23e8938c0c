import Domain
import Hummingbird
import Persistence

/// Merges a customer into another one.
struct CustomerMergeController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.mergeCustomer("{id}"), by: .editors(of: .sales).askingAgain, use: new)
        routes.post(
            .mergeCustomer("{id}"), by: .editors(of: .sales).askingAgain,
            as: .form("into", gives: CustomerValues.schema), use: create)
    }

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let query = try ListQueryReader.read(request, Self.parameters)
        if let other = query.number("into") {
            return try await site.pages.page(for: request, context) { records in
                let customer = try shop.customer(number, in: records)
                do {
                    let other = try shop.otherCustomer(other, than: customer, in: records)
                    return try QuestionPage(merging: customer, into: other, shop, in: records)
                } catch let refusal as ValidationErrors {
                    throw refusal.error("The customers cannot be merged")
                }
            }
        }
        return try await site.pages.page(for: request, context) { records in
            try CustomerMergePage(
                shop.customer(number, in: records), searching: query.search, shop, in: records)
        }
    }

    private static var parameters: ListParameters {
        ListParameters(
            sortKeys: ["name"],
            filters: [ListParameters.Filter(name: "into", label: "Merge", kind: .id)])
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let form = try await site.form(of: request)
        return try await site.answer(
            request, context, form, orRefuse: "The customers were not merged",
            on: { records in
                try CustomerMergePage(
                    shop.customer(number, in: records), searching: "", shop, in: records)
            }
        ) {
            let customer = try await site.change { try shop.mergeCustomer(number, form, in: $0) }
            await site.erasePersonalData(context)
            return site.changed(
                customer.document, at: customer.path, after: request, flash: .customersMerged)
        }
    }
}

extension Shop {
    /// Moves the sales of a customer to the chosen one, and deletes the former. Returns the latter.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    fileprivate func mergeCustomer(
        _ number: Int64, _ form: FormData, in context: ManagedObjectContext
    ) throws -> RecordSummary {
        var decoder = FormDecoder(form)
        let posted = decoder.id("into", label: "Merge").value
        let customer = try customer(number, in: context)
        try FaultList(decoder.faults).check()
        let other = try otherCustomer(posted, than: customer, in: context)
        customer.merge(into: other, in: context)
        try household.save(context)
        return try customers.summary(of: customers.values(other, in: context))
    }

    fileprivate func otherCustomer(
        _ number: Int?, than customer: Customer, in context: ManagedObjectContext
    ) throws -> Customer {
        func refusal(_ message: String) -> ValidationErrors {
            ValidationErrors("into", "Merge", message)
        }
        guard let number else { throw refusal("choose the customer who gets the sales") }
        guard let other = try Customer.find(Int64(number), in: context) else {
            throw refusal("there is no customer with the number \(number)")
        }
        guard other !== customer else {
            throw refusal("a customer cannot be merged with themselves")
        }
        return other
    }
}

extension CustomerMergePage {
    /// The number of candidates shown.
    private static let shownCandidates = 20

    /// - Parameter search: the search for candidates; empty for probable duplicates.
    /// - Throws: errors of the store.
    init(
        _ customer: Customer, searching search: String, _ shop: Shop,
        in context: ManagedObjectContext
    ) throws {
        let values = try shop.customers.values(customer, in: context)
        let found = try Self.candidates(customer, search, shop, in: context)
        let (links, number) = (shop.links, values.recordNumber)
        self.init(
            layout: shop.layout("Merge \(values.name)", of: customer), name: values.name,
            explanation: "Choose who stays: they get the \(values.countText), and what is not "
                + "known of them: e-mail, number, card, tax number. Then you see what is lost.",
            searchPath: links(.mergeCustomer(number)), searchText: search,
            candidates: try shop.customers.values(found, in: context).map { other in
                var row = BuyerRow(other.record, links)
                row.count = other.countText
                return row
            },
            emptyText: search.isEmpty
                ? "No other customer has the same name, e-mail or number: search for the other one."
                : "No other customer matches “\(search)”.",
            mergePath: links(.mergeCustomer(number)), cancelPath: links(.customer(number)))
    }

    private static func candidates(
        _ customer: Customer, _ search: String, _ shop: Shop, in context: ManagedObjectContext
    ) throws -> [Customer] {
        var query = CustomerQuery()
        query.search = search.isEmpty ? customer.name ?? "" : search
        var request = try query.fetchRequest(context.coordinator)
        request.fetchLimit = shownCandidates + 1
        let named = try context.fetch(request)
        let same =
            search.isEmpty
            ? try Customer.sharing(
                emailid: customer.emailid, contactno: customer.contactno, otherThan: customer,
                in: context) : []
        let others = same + named.filter { one in !same.contains { $0 === one } }
        return Array(others.filter { $0 !== customer }.prefix(shownCandidates))
    }
}

/// The page that selects the customer to merge into.
struct CustomerMergePage: FormPage {
    static let template = "sales/customers/merge"

    var layout: LayoutPage
    var name: String
    /// The effect of merging in a sentence.
    var explanation: String
    var summary = FaultSummary()
    /// The action of the search, which uses GET.
    var searchPath: String
    var searchText: String
    /// The found customers; without a search, the probable duplicates.
    var candidates: [BuyerRow]
    /// The text for no candidates.
    var emptyText: String
    /// The action of the choice, which leads to the confirmation by GET.
    var mergePath: String
    var cancelPath: String

    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        summary = refusal.summary
    }
}

extension QuestionPage {
    /// The question before a customer is merged: what the one who stays gets, and what is lost.
    ///
    /// - Throws: errors of the store.
    fileprivate init(
        merging customer: Customer, into other: Customer, _ shop: Shop,
        in context: ManagedObjectContext
    ) throws {
        let values = try shop.customers.values(customer, in: context)
        let name = other.name ?? ""
        let path = shop.links(.mergeCustomer(values.recordNumber))
        let merge = CustomerMerge(customer, into: other)
        let sales = ItemCount.text(customer.sales.count, "sale", "sales")
        let kept = List(
            heading: "What stays",
            sentences: ["“\(name)” gets the \(sales) of “\(values.name)”."]
                + merge.kept.map { "“\(name)” gets the \($0.field.rawValue) \($0.text)." })
        let lost = List(
            heading: "What is deleted for good",
            sentences: merge.lost.map {
                "The \($0.field.rawValue) \($0.text), because “\(name)” has another one."
            })
        self.init(
            layout: shop.layout("Merge \(values.name) into \(name)?", of: customer),
            question: [
                Part(text: "Merge ", name: values.name), Part(text: " into ", name: name),
                Part(text: "?"),
            ],
            lists: lost.sentences.isEmpty ? [kept] : [kept, lost],
            hidden: [HiddenField(name: "into", value: String(other.savedNumber))],
            label: "Merge them", path: path, cancelLabel: "Choose another customer",
            cancelPath: path)
    }
}
