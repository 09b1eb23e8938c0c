import Domain
import Persistence

extension Shop {
    /// The crumb that leads to a customer.
    func crumb(_ customer: CustomerValues) -> PathLink {
        PathLink(label: customer.name, path: links(.customer(customer.recordNumber)))
    }

    /// What surrounds a page about a customer.
    func layout(_ title: String, _ customer: CustomerValues) -> LayoutPage {
        site.layout(title: title, section: .sales, crumbs: [customersCrumb, crumb(customer)])
    }
}

extension CustomerNewPage {
    /// The page of a form for a new customer.
    init(_ form: CustomerForm, _ shop: Shop) {
        self.init(
            layout: shop.site.layout(
                title: "New customer", section: .sales, crumbs: [shop.customersCrumb]),
            form: form)
    }
}

extension CustomerEditPage {
    /// The page of a form for a customer.
    init(_ customer: CustomerValues, _ form: CustomerForm, _ shop: Shop) {
        self.init(
            layout: shop.layout("Edit \(customer.name)", customer), name: customer.name, form: form)
    }
}

extension CustomerConflictPage {
    /// The page that compares what was changed elsewhere with what was typed.
    init(_ saved: CustomerValues, _ posted: PostedForm, _ form: CustomerForm, _ shop: Shop) {
        let fields = [
            ("name", "Name"), ("contactno", "Number"), ("emailid", "E-mail"),
            ("holder", "Name on the card"), ("expiry", "Expiry"),
        ]
        self.init(
            layout: shop.layout("\(saved.name) has changed", saved), name: saved.name,
            hasBefore: !posted.shown.isEmpty, rows: posted.comparison(fields, saved.texts),
            recordPath: shop.links(.customer(saved.recordNumber)), form: form)
    }
}

extension CustomerDeletePage {
    /// The question before a customer is deleted.
    init(_ customer: Customer, _ shop: Shop, in context: ManagedObjectContext) throws {
        let values = try CustomerValues(customer, in: context)
        let deletion = try customer.deletionCounts(in: context)
        let number = values.recordNumber
        self.init(
            layout: shop.layout("Delete \(values.name)?", values), name: values.name,
            hasSales: deletion.saleCount > 0,
            count: ItemCount.text(deletion.saleCount, "sale", "sales"),
            consequences: Self.consequences(deletion, values.summary.totals),
            deletePath: shop.links(.deleteCustomer(number)),
            cancelPath: shop.links(.customer(number)),
            anonymizePath: shop.links(.anonymizeCustomer(number)))
    }

    private static func consequences(
        _ deletion: CustomerDeletion, _ totals: SalesTotals
    ) -> [String] {
        let sales = ItemCount.text(deletion.saleCount, "sale", "sales")
        let lines = ItemCount.text(deletion.lineCount, "line", "lines")
        var sentences = ["The customer goes for good. This cannot be undone."]
        if deletion.saleCount > 0 {
            sentences.append(
                "\(sales) with \(lines) "
                    + "\(deletion.saleCount == 1 ? "goes" : "go") too: "
                    + "\(Money.text(totals.amount)) leave your totals, "
                    + "and there will be gaps in the numbers of sales.")
        }
        if !deletion.itemNames.isEmpty {
            sentences.append(itemSentence(deletion.itemNames))
        }
        if deletion.hasCard { sentences.append("What is kept of the card goes too.") }
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
