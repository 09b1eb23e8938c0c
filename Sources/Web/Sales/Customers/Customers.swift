import Domain
import Foundation
import Hummingbird
import Persistence

/// The customers. Their form also has contacts and a card, and that of a new one a first sale.
struct Customers: Resource {
    let shop: Shop
    /// The address of the server, for a command to copy.
    private(set) var server = ""

    var site: Site { shop.site }
    let paths = ResourcePaths(.customers)
    let place = ResourcePlace(section: .sales, subsection: .customers)
    /// The confirmation of a deletion names the items that return to the inventory.
    let entities: Set<EntityName>? = EntityName.sales.union([.item])
    let messages = ResourceMessages(saved: .customerSaved)
    let words = ResourceWords(
        Customer.description, icon: "i-people",
        searched: "name, e-mail or number, or has bought it",
        emptyHeading: "Everyone who buys from you",
        emptyText: "A customer begins with the first purchase: who it was, what it was, what it "
            + "cost. From then on a part of the phone number finds them again.")

    let list = ListDescription(
        filters: [
            .init(
                name: "product", label: "Product", kind: .number, namedEntity: .product),
            .init(name: "hasCard", label: "Card", kind: .choice(["yes", "no"])),
            .init(name: "tag", label: "Tag", kind: .number, namedEntity: .customerTag),
        ],
        example: "sales.@count > 3 AND emailid ENDSWITH \".org\"",
        orders: [
            ("Name", SortOrder("name")), ("Name, from Z", SortOrder("name", ascending: false)),
            ("E-mail", SortOrder("emailid")), ("Phone", SortOrder("contactno")),
            ("Most purchases first", SortOrder("sales", ascending: false)),
            ("Highest total first", SortOrder("total", ascending: false)),
            ("Latest purchase first", SortOrder("lastPurchase", ascending: false)),
            ("Longest without a purchase first", SortOrder("lastPurchase")),
            ("Longest known first", SortOrder("firstPurchase")),
            ("Newest customers first", SortOrder("firstPurchase", ascending: false)),
        ],
        columns: [
            ListColumn(label: "Name and e-mail", kind: .name, sort: "name", isDefault: true),
            ListColumn(label: "Phone", kind: .detail, sort: "contactno"),
            ListColumn(label: "Purchases", kind: .count, sort: "sales", isDescendingFirst: true),
            ListColumn(label: "Total", kind: .value, sort: "total", isDescendingFirst: true),
            ListColumn(
                label: "Last purchase", kind: .date, sort: "lastPurchase", isDescendingFirst: true),
        ],
        columnPaths: [
            "cardBrand": "creditCard.brand", "cardLastFour": "creditCard.lastFour",
            "cardHolder": "creditCard.holder", "cardExpiry": "creditCard.expiry",
        ])

    let prefetching = ["creditCard", "numbers", "addresses", "tags"]
    /// A new customer starts with a purchase.
    let fieldsFromFilters = ["product"]

    /// The sort keys for totals of purchases, by their names in JSON.
    private static let salesKeys: [(name: String, key: String)] = [
        ("sales", "saleCount"), ("total", "salesCents"), ("firstPurchase", "firstSaleDate"),
        ("lastPurchase", "lastSaleDate"),
    ]

    /// The number of tags shown above the list.
    private static let shownTags = 12
}

// MARK: - The list

extension Customers {
    func request(_ list: ListRequest) throws -> FetchRequest<Customer> {
        var customers = CustomerQuery()
        customers.search = list.query.search
        customers.product = list.query.number("product").map(Int64.init)
        customers.hasCard = list.query.flag("hasCard")
        customers.tag = list.query.number("tag").map(Int64.init)
        customers.predicate = list.predicate
        customers.sortDescriptors = descriptors(list)
        return try customers.fetchRequest(site.household.container.coordinator)
    }

    private func descriptors(_ list: ListRequest) -> [FetchSortDescriptor] {
        guard let sort = list.query.sort,
            let key = Self.salesKeys.first(where: { $0.name == sort.attribute })?.key
        else { return sortDescriptors(of: list) }
        let order = FetchSortDescriptor(key, ascending: sort.isAscending)
        // Customers without a day come last in both directions.
        return key.hasSuffix("Date")
            ? [FetchSortDescriptor("hasSale", ascending: false), order] : [order]
    }

    /// The customers with the summaries of their purchases.
    func values(
        _ records: [Customer], in context: ManagedObjectContext
    ) throws -> [CustomerValues] {
        let summaries = try SalesSummary.ofCustomers(
            records.compactMap(\.objectID.recordNumber), in: context)
        return records.map {
            CustomerValues($0, summaries[$0.savedNumber] ?? SalesSummary())
        }
    }

    func row(_ customer: CustomerValues) -> ListRow {
        let count = customer.summary.totals.saleCount
        let lastDay = customer.summary.days?.upperBound
        let number = customer.contactno
        return row(
            customer, small: customer.emailid,
            [
                ListCell(number.isEmpty ? "No number" : number, isNone: number.isEmpty),
                ListCell("\(count, grouped: true)", unit: count == 1 ? " sale" : " sales"),
                ListCell(shop.money(customer.summary.totals.amount)),
                ListCell(day: lastDay, none: "Never"),
            ])
    }

    var members: [RecordMember<CustomerValues>] { CustomerValues.members }

    var schema: JSONSchema { CustomerValues.schema }

    /// The sums over the purchases of all customers in the view, on all pages.
    func sums(of list: ListRequest, in context: ManagedObjectContext) throws -> ListSums {
        let (count, sum) = try total(of: list, in: context)
        let amount = shop.money(sum)
        return ListSums(
            texts: [ItemCount.text(count, "sale", "sales"), amount],
            cells: [
                ListCell(""),
                ListCell("\(count, grouped: true)", unit: count == 1 ? " sale" : " sales"),
                ListCell(amount), ListCell(""),
            ],
            json: [("sales", .int(count)), ("total", .money(sum))])
    }

    /// The tags as chips, with the numbers of their customers.
    func chips(
        _ list: ListRequest, wholeCount: Int, in context: ManagedObjectContext
    ) throws -> [FilterChip] {
        let choices = try CustomerTag.all(in: context).prefix(Self.shownTags).map { tag in
            let number = tag.savedNumber
            var customers = CustomerQuery()
            customers.tag = number
            let count = try context.count(for: customers.fetchRequest(context.coordinator))
            return (label: tag.name ?? "", value: String(number), count: count)
        }
        return list.query.chips("tag", choices, of: paths.list, links)
    }

    private func total(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> (count: Int, sum: Decimal) {
        let figures = shop.household.salesFigures
        if list.query.isFiltered {
            let numbers = try ids(of: list, in: context).compactMap(\.recordNumber)
            let totals = try figures.totals(ofCustomers: numbers, in: context)
            return (totals.saleCount, totals.amount)
        }
        let all = try figures.totals(of: SalesPeriod(), in: context)
        let walkIns = try figures.totals(of: SalesPeriod(customer: 0), in: context)
        return (all.saleCount - walkIns.saleCount, all.amount - walkIns.amount)
    }
}

extension CustomerDeletion {
    /// The reason why the customer cannot be deleted; nil if it can.
    var fault: FieldError? {
        let message: String? =
            invoiceCount > 0
            ? "there is an invoice of them, and invoices are never deleted"
            : closedDay.map { "\($0) is closed, and its sales and payments stay" }
        return message.map { FieldError(field: "sales", label: "Sales", message: $0) }
    }
}

// MARK: - One customer

extension Customers {
    func requested(by request: Request, _ viewer: Viewer) -> Customers {
        var customers = self
        customers.server = request.server
        return customers
    }

    func show(
        _ customer: Customer, notices: [Notice], in context: ManagedObjectContext
    ) throws -> CustomerShowPage {
        try CustomerShowPage(customer, server: server, notices: notices, shop, in: context)
    }

    /// The customer with warnings.
    func summary(of customer: Customer, in context: ManagedObjectContext) throws -> RecordSummary {
        let values = try values(customer, in: context)
        var summary = try summary(of: values)
        let warnings = values.warnings(try CustomerDuplicate.of(customer, links, in: context))
        if !warnings.isEmpty {
            summary.document = summary.document.adding("warnings", .array(warnings))
        }
        return summary
    }

    func json(of customer: Customer, in context: ManagedObjectContext) throws -> JSONValue {
        try summary(of: customer, in: context).document
    }

    func version(of customer: Customer) -> Int64 { customer.version }

    /// The described fields, and the language of papers, which has a file.
    var fields: [FieldDescription] {
        Customer.description.fields + [site.papers.field(\Customer.paperLanguage)]
    }

    /// The texts of the form, which never contain the number of a card.
    func texts(of customer: Customer) throws -> [String: String] {
        let card = customer.creditCard?.details
        var texts = ["holder": card?.holder ?? "", "expiry": card?.expiryText ?? ""]
        for field in fields { texts[field.name] = try field.text(of: customer) }
        for (index, address) in customer.postalAddresses.enumerated() {
            for part in PostalAddress.fields {
                texts[PostalAddress.field(index, part.name)] = address[keyPath: part.path] ?? ""
            }
        }
        return texts
    }

    func formPage(
        _ form: ResourceForm, in context: ManagedObjectContext
    ) throws -> any TemplatePage {
        guard let state = form.state else {
            var page = CustomerFormPage(
                layout: layout("New customer"), form: try CustomerForm(new: shop, in: context))
            page.layout.notices += try shop.closedNotice(in: context)
            if let posted = form.posted {
                page.form.show(posted.typed, form.refusal)
            } else if !form.named.fields.isEmpty {
                page.form.begin(with: form.named)
            }
            return page
        }
        let customer = try existing(state.record.number, in: context)
        let name = state.record.title
        var page = CustomerFormPage(
            layout: layout("Edit \(name)", about: state.record), name: name,
            form: CustomerForm(customer, state.texts, shop))
        guard let posted = form.posted else { return page }
        if form.isLate {
            page.layout = layout("\(name) has changed", about: state.record)
            page.compare(customer, state, posted, self)
            page.form.show(posted.mine(over: state.texts), nil)
        } else {
            page.form.show(posted.typed, form.refusal)
            page.form.keepVersion(of: posted)
        }
        return page
    }

    /// The consequences of deleting a customer, and the alternative of removing only the person.
    func deletion(
        of customer: Customer, in context: ManagedObjectContext
    ) throws -> DeletionQuestion {
        let values = try values(customer, in: context)
        let deletion = try customer.deletionCounts(in: context)
        let sales = ItemCount.text(deletion.saleCount, "sale", "sales")
        let removal = RecordAction(
            label: "Remove the person and keep the sales",
            path: links(.anonymizeCustomer(values.recordNumber)))
        if let fault = deletion.fault {
            let invoices = ItemCount.text(deletion.invoiceCount, "invoice", "invoices")
            let isOfInvoices = deletion.invoiceCount > 0
            return DeletionQuestion(
                consequences: [
                    isOfInvoices
                        ? "There \(deletion.invoiceCount == 1 ? "is" : "are") \(invoices) of their "
                            + "sales, and the numbers of invoices have no gaps."
                        : "The day sheet of a closed day stays as it was counted."
                ],
                refusal: .init(
                    heading: isOfInvoices
                        ? "has invoices and stays" : "has sales of a closed day and stays",
                    fault: fault),
                actions: [removal])
        }
        return DeletionQuestion(
            consequences: consequences(deletion, values.summary.totals),
            label: deletion.saleCount > 0 ? "Delete customer and \(sales)" : "Delete customer",
            actions: [removal])
    }

    private func consequences(
        _ deletion: CustomerDeletion, _ totals: SalesTotals
    ) -> [String] {
        let sales = ItemCount.text(deletion.saleCount, "sale", "sales")
        let lines = ItemCount.text(deletion.lineCount, "line", "lines")
        var sentences = ["The customer is deleted for good. This cannot be undone."]
        if deletion.saleCount > 0 {
            sentences.append(
                "\(sales) with \(lines) "
                    + "\(deletion.saleCount == 1 ? "goes" : "go") too: "
                    + "\(shop.money(totals.amount)) leave your totals, "
                    + "and there will be gaps in the numbers of sales.")
        }
        if !deletion.itemNames.isEmpty {
            sentences.append(Self.itemSentence(deletion.itemNames))
        }
        if deletion.hasCard { sentences.append("The stored details of the card are deleted too.") }
        return sentences
    }

    private static func itemSentence(_ names: [String]) -> String {
        let shown = names.prefix(5).map { "“\($0)”" }.joined(separator: ", ")
        let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
        return names.count == 1
            ? "\(shown), which was sold to them from your inventory, counts as yours again."
            : "\(shown)\(rest), which were sold to them from your inventory, count as yours again."
    }
}
