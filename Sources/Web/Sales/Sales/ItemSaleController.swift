import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// The sale of an item of the inventory.
struct ItemSaleController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        let sellers = Access.editors(of: .inventory).editing(.sales)
        routes.get(
            .itemSale("{key}"), by: sellers,
            as: .query("q", "customer", "customerName", "unitPrice", "date", "taxRate"), use: new)
        routes.post(
            .itemSale("{key}"), by: sellers,
            as: .form(
                of: PaymentReader.parameters + [
                    "customer", "customerName", "q", "unitPrice", "date", "taxRate",
                ], gives: Sale.schema
            ).adding, use: create)
    }

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let search = try request.searchText
        guard try await !isSold(key) else {
            return site.redirect(to: .item(key), after: request)
        }
        var page = try await page(key, search: search)
        page.show(try request.namedFields)
        // Not cached, because the form contains today's date.
        return try site.renderer.response(page, context: context)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let posted = try await site.form(of: request)
        return try await site.answer(request, context, orRefuse: "The item was not sold") {
            answer(try await shop.sell(key, posted), .itemSold, after: request)
        } showing: { refusal in
            var page = try await page(key, search: posted["q"] ?? "")
            page.show(posted, refusal)
            return page
        }
    }

    /// Whether the item is already sold, so that its page names the customer.
    private func isSold(_ key: UUID) async throws -> Bool {
        try await shop.household.container.read { try shop.item(key, in: $0).isSold }
    }

    private func page(_ key: UUID, search: String) async throws -> ItemSalePage {
        try await shop.household.container.read { records in
            var page = try ItemSalePage(
                shop.item(key, in: records), search: search, shop, in: records)
            page.layout.notices += try shop.closedNotice(in: records)
            return page
        }
    }
}

extension Request {
    /// The search in a form that uses GET; empty for none.
    ///
    /// - Throws: ``SiteError`` 400 if it contains NUL, or is not UTF-8.
    var searchText: String {
        get throws(SiteError) {
            try FormText.normalized(queryFields.last { $0.name == "q" }?.value ?? "", field: "q")
        }
    }
}

extension Shop {
    /// The item in an address.
    ///
    /// - Throws: a 404 if there is none, or it is in the trash.
    func item(_ key: UUID, in context: ManagedObjectContext) throws -> Item {
        guard let item = try Item.find(key, in: context) else {
            throw SiteError.notFound("There is no such item")
        }
        guard !item.isTrashed else { throw SiteError.inTrash("item") }
        return item
    }

    /// Sells an item to the buyer in a form. Items are sold without tax by default.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    fileprivate func sell(_ key: UUID, _ form: FormData) async throws -> RecordSummary {
        do {
            return try await sales.save { try sell(key, form, in: $0) }
        } catch var refusal as ValidationErrors {
            refusal.faults = refusal.faults.map(\.ofItem)
            throw refusal
        }
    }

    private func sell(
        _ key: UUID, _ form: FormData, in context: ManagedObjectContext
    ) throws -> Sale {
        var line = form.renamed {
            ["unitPrice", "taxRate"].contains($0) ? SaleLineReader.name(0, $0) : $0
        }
        line.append([(SaleLineReader.name(0, "itemKey"), key.uuidString)])
        _ = try item(key, in: context)
        var decoder = FormDecoder(form)
        let customer = try decoder.buyer(in: context)
        return try SaleInput(line).make(besides: FaultList(decoder.faults)) {
            try Sale.add($0, to: customer, in: context)
        }
    }
}

extension ItemSalePage {
    /// The posted values for a walk-in and for a new customer.
    fileprivate static let (walkIn, newCustomer) = ("walk-in", "new")
}

extension FormDecoder {
    /// The posted buyer, created if new; nil for a walk-in, and if there is a fault.
    fileprivate mutating func buyer(in context: ManagedObjectContext) throws -> Customer? {
        let hasName = form["customerName"]?.allSatisfy(\.isWhitespace) == false
        switch form["customer"] ?? "" {
        // A typed name overrides the selection.
        case "" where hasName, ItemSalePage.walkIn where hasName, ItemSalePage.newCustomer:
            let name = requiredLine("customerName", label: "Name", isNew: true, limit: 100)
            return try name.value.map {
                try Customer.add(named: $0, in: context)
            }
        case ItemSalePage.walkIn: return nil
        case "":
            fail("customer", "Customer", "choose one")
            return nil
        default:
            if hasName {
                fail("customerName", "Name", "choose the new customer, or clear the name")
            }
            guard let number = id("customer", label: "Customer").value else { return nil }
            let customer = try Customer.find(Int64(number), in: context)
            if customer == nil { fail("customer", "Customer", "there is no such customer") }
            return customer
        }
    }
}

extension FieldError {
    /// The fault at the field of the form that sells an item.
    fileprivate var ofItem: FieldError {
        let (field, label) =
            switch self.field {
            case SaleLineReader.name(0, "unitPrice"): ("unitPrice", "Price")
            case SaleLineReader.name(0, "taxRate"): ("taxRate", "Tax")
            case "date": ("date", "Day")
            case "payments": ("payments", "Paid")
            case "name": ("customerName", "Name")
            case let field where field.hasPrefix("lines"): ("customer", "Item")
            default: (self.field, self.label)
            }
        return FieldError(field: field, label: label, message: message, readings: readings)
    }
}

/// The form that sells an item of the inventory to a customer.
struct ItemSalePage: TemplatePage {
    static let template = "sales/item"

    var layout: LayoutPage
    var name: String
    /// The action of the form, and of the customer search by GET.
    var path: String
    var cancelPath: String
    var search: String
    /// Whether the search has the focus.
    var hasSearchFocus = true
    /// `Latest customers`, `3 customers have “555”`; empty without customers.
    var heading: String
    var buyers: [BuyerRow]
    var summary = FaultSummary()
    var fields: FormFields
    /// Whether a walk-in is selected, instead of a new customer or one of the buyers.
    var isWalkIn = true
    var isNew = false
    var payments: [PaymentField] = []
}

extension ItemSalePage {
    /// The form for an item, with the customers that a search finds.
    init(_ item: Item, search: String, _ shop: Shop, in context: ManagedObjectContext) throws {
        let links = shop.links
        var buyers = try Buyers(search, shop, in: context)
        if !search.isEmpty, buyers.rows.count == 1 { buyers.choose(buyers.rows[0].id) }
        self.init(
            layout: shop.site.layout(
                title: "Sell \(item.name)", section: .inventory,
                crumbs: [
                    PathLink(label: "Inventory", path: links(.items)),
                    PathLink(label: item.name, path: links(.item(item.key))),
                ]),
            name: item.name, path: links(.itemSale(item.key)),
            cancelPath: links(.item(item.key)),
            search: search, hasSearchFocus: !buyers.rows.contains(where: \.hasFocus),
            heading: search.isEmpty && buyers.rows.isEmpty ? "" : buyers.heading,
            buyers: buyers.rows,
            fields: FormFields([
                "unitPrice": item.price(in: shop.currency)
                    .map(Region.current.fieldText(money:)) ?? "",
                "date": CalendarDay.today().description, "customer": "", "customerName": "",
            ]))
        isWalkIn = !self.buyers.contains(where: \.isChosen)
        let rates = try TaxRate.all(in: context).filter { !$0.isRetired }
        // Items are sold without tax by default.
        let taxes = rates.isEmpty ? [] : [.noTax] + rates.map(SelectOption.init)
        fields.offer(taxes, for: "taxRate")
        payments = [PaymentField(blank: 0, try PaymentField.kinds(orLater: true, in: context))]
    }

    /// Shows the input and its faults.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors? = nil) {
        fields.show(form, refusal)
        for place in payments.indices { payments[place].show(form, refusal) }
        isNew = form["customer"] == Self.newCustomer
        if let chosen = form["customer"], buyers.contains(where: { $0.id == chosen }) {
            for index in buyers.indices { buyers[index].isChosen = buyers[index].id == chosen }
        }
        isWalkIn = !isNew && !buyers.contains(where: \.isChosen)
        guard let refusal else { return }
        summary = refusal.summary
        hasSearchFocus = false
    }
}
