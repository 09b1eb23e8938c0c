import Domain
import Foundation
import Persistence

/// The quotes with their states.
struct Quotes: ShownResource {
    let shop: Shop

    var site: Site { shop.site }
    let paths = ResourcePaths(.quotes)
    let place = ResourcePlace(section: .sales, subsection: .quotes)
    let entities: Set<EntityName>? = EntityName.sales
    let words = ResourceWords(
        one: "quote", many: "quotes", icon: "i-receipt", searched: "the name of the customer",
        emptyHeading: "What you offer, before it is sold",
        emptyText: "A quote has the same lines as a sale, and a day until which its prices hold. "
            + "Once it is accepted, it becomes the sale.")

    let list = ListDescription(
        filters: [
            .init(
                name: "state", label: "State",
                kind: .choice(Quote.State.allCases.map(\.rawValue)))
        ],
        example: "validThrough < now() AND sale == nil",
        orders: [
            ("Highest number first", SortOrder("number", ascending: false)),
            ("Lowest number first", SortOrder("number")),
            ("Latest first", SortOrder("date", ascending: false)),
            ("Ends first", SortOrder("validThrough")),
        ],
        columns: [
            ListColumn(
                label: "Quote", kind: .name, sort: "number", isDescendingFirst: true,
                isDefault: true),
            ListColumn(label: "For", kind: .detail),
            ListColumn(label: "Valid until", kind: .date, sort: "validThrough"),
            ListColumn(label: "Total", kind: .value),
        ],
        // The column shows the buyer, who need not be a customer: it has no order in the store.
        columnPaths: ["sale": "sale.number", "customer": "buyer"],
        chips: Quote.State.allCases.map {
            .init(FormText.capitalized($0.rawValue), "state", $0.rawValue)
        })

    /// The quotes have a separate form.
    let hasForm = true

    /// The state of a quote depends on the day.
    var cacheVariant: String { CalendarDay.today().description }

    let prefetching = Quote.relationships

    func request(_ list: ListRequest) throws -> FetchRequest<Quote> {
        var conditions = list.query.words.map { word in
            FetchPredicate.or([.search(word), .word(word, in: "name", of: "customer")])
        }
        if let state = list.query.filter("state").flatMap(Quote.State.init) {
            conditions.append(try Self.condition(of: state))
        }
        var request = self.request(
            list, where: conditions, else: SortOrder("number", ascending: false))
        request.sortDescriptors.append(FetchSortDescriptor("number", ascending: false))
        return request
    }

    func values(
        _ records: [Quote], in context: ManagedObjectContext
    ) -> [DescribedValues<Quote>] {
        records.map { DescribedValues(record: $0, title: $0.title) }
    }

    func row(_ quote: DescribedValues<Quote>) -> ListRow {
        let state = quote.record.state()
        return ListRow(
            anchor: "quote-\(quote.recordNumber)", path: links(path(of: quote)),
            name: quote.title, isDim: state == .withdrawn,
            pill: state == .open ? "" : state.rawValue, small: quote.record.productsText,
            [
                ListCell(quote.buyer),
                ListCell(day: quote.lastDay),
                ListCell(shop.money(quote.record.total)),
            ])
    }

    var members: [RecordMember<DescribedValues<Quote>>] { Quote.columns }

    var schema: JSONSchema { Quote.schema }

    func json(_ quote: DescribedValues<Quote>) -> JSONValue { quote.record.json(links) }

    func show(
        _ quote: Quote, notices: [Notice], in context: ManagedObjectContext
    ) throws -> PaperPage {
        PaperPage(
            quote, shop, try shop.details(in: context),
            in: try shop.style(for: quote.customer, in: context), notices: notices)
    }

    /// The condition for quotes in a state as of today.
    private static func condition(of state: Quote.State) throws -> FetchPredicate {
        let isSold = "sale != nil AND sale.voidedAt == nil"
        let isUnsold = "(sale == nil OR sale.voidedAt != nil)"
        switch state {
        case .sold: return try FetchPredicate(format: isSold)
        case .withdrawn: return try FetchPredicate(format: "\(isUnsold) AND voidedAt != nil")
        case .open:
            return try FetchPredicate(
                format: "\(isUnsold) AND voidedAt == nil AND "
                    + "(validThrough == nil OR validThrough >= %@)", CalendarDay.today().date)
        case .expired:
            return try FetchPredicate(
                format: "\(isUnsold) AND voidedAt == nil AND validThrough < %@",
                CalendarDay.today().date)
        }
    }
}

extension Quote: RecordValues {
    /// The state of a quote.
    enum State: String, Sendable, CaseIterable {
        case open, expired, sold, withdrawn
    }

    /// The relationships to prefetch for its values.
    static let relationships = ["customer", "lines", "lines.product", "lines.taxRate", "sale"]

    /// `Quote 3`.
    var title: String { "Quote \(writtenNumber)" }

    /// The name of the customer or another buyer; empty for none.
    var buyer: String { customer?.name ?? buyerName ?? "" }

    /// The state on a day.
    func state(on today: CalendarDay = .today()) -> State {
        if countingSale != nil { return .sold }
        if isWithdrawn { return .withdrawn }
        return lastDay.map { $0 < today } == true ? .expired : .open
    }
}

// MARK: - JSON and CSV

extension Quote {
    /// The schema of a quote as JSON.
    static let schema = JSONSchema.members(
        "id number numberText date validThrough state customer buyerName buyerAddress lines total "
            + "discount discountPercent tax taxes note sale withdrawnAt path version")

    func json(_ links: SiteLinks) -> JSONValue {
        let head: [(name: String, value: JSONValue)] = [
            ("id", .int(savedNumber)), ("number", .int(number)),
            ("numberText", .string(numberText)), ("date", .string(dayOrFirst.description)),
            ("validThrough", .string(lastDay?.description)), ("state", .string(state().rawValue)),
            ("customer", customer?.reference ?? .null), ("buyerName", .string(buyer)),
            ("buyerAddress", .text(buyerAddress)),
        ]
        return .object(
            head + pricedMembers() + [
                ("note", .text(note)), ("sale", countingSale?.reference ?? .null),
                ("withdrawnAt", .date(voidedAt)), ("path", .string(links(.quote(savedNumber)))),
                ("version", .int(rowVersion)),
            ])
    }

    /// The columns of a CSV export after the number; the sale by its number.
    static let columns: [RecordMember<DescribedValues<Quote>>] = [
        .integer("number") { $0.number }, .day("date") { $0.record.dayOrFirst },
        .day("validThrough") { $0.lastDay }, .word("state") { $0.record.state().rawValue },
        .text("customer") { $0.buyer }, .text("products") { $0.record.productsText },
        .money("net") { $0.record.total - $0.record.tax }, .money("tax") { $0.record.tax },
        .money("total") { $0.record.total }, .integer("sale") { $0.countingSale?.number },
        .text("numberText") { $0.numberText },
    ]
}
