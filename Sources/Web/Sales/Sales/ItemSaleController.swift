import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// The sale of an item of the inventory to a customer.
struct ItemSaleController: RouteProvider {
    let shop: Shop

    private var site: Site { shop.site }

    func addRoutes(to routes: inout SiteRoutes) {
        let sellers = Access.editors(of: .inventory).editing(.sales)
        routes.get(.itemSale("{key}"), by: sellers, use: new)
        routes.post(.itemSale("{key}"), by: sellers, use: create)
    }

    @Sendable
    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let search = try request.searchText
        guard try await !isSold(key) else {
            return site.redirect(to: .item(key), after: request)
        }
        var page = try await page(key, search: search)
        page.show(try request.typedSale)
        // Not kept as other pages are: it holds the day of today.
        return try site.renderer.response(page, context: context)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let key = try context.itemKey
        let posted = try await site.form(of: request)
        return try await site.answer(request, context, orRefuse: "The item was not sold") {
            let sale = try await shop.sell(key, posted)
            return site.changed(
                sale.json(shop.links), status: .created, at: .sale(sale.recordNumber),
                after: request, announcing: .itemSold)
        } showing: { refusal in
            var page = try await page(key, search: posted["q"] ?? "")
            page.show(posted, refusal)
            return page
        }
    }

    /// Whether the item is the household's no more: its page says to whom it was sold.
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
    /// What is searched for in a form that is sent by GET; empty for nothing.
    ///
    /// - Throws: ``SiteError`` 400 if it has NUL in it, or is not UTF-8.
    var searchText: String {
        get throws(SiteError) {
            try FormText.normalized(queryFields.last { $0.name == "q" }?.value ?? "", field: "q")
        }
    }
}

extension Request {
    /// What stood in the form of a sale while its customer was looked for.
    ///
    /// - Throws: ``SiteError`` 400 if it has NUL in it.
    fileprivate var typedSale: FormData {
        get throws(SiteError) {
            var form = FormData()
            for name in ["customer", "customerName", "unitPrice", "date", "taxRate"] {
                guard let text = uri.queryParameters.get(name) else { continue }
                form.append(
                    FormData.Field(name: name, value: try FormText.normalized(text, field: name)))
            }
            return form
        }
    }
}

extension Shop {
    /// The item that an address names.
    ///
    /// - Throws: a 404 if there is none.
    func item(_ key: UUID, in context: ManagedObjectContext) throws -> Item {
        guard let item = try Item.find(key, in: context), !item.isTrashed else {
            throw SiteError.notFound("There is no such item")
        }
        return item
    }

    /// Sells an item to whom a form names. A thing of the household is sold without tax, unless the form says
    /// otherwise.
    ///
    /// - Throws: ``FormRefusal``, and a 404.
    fileprivate func sell(_ key: UUID, _ form: FormData) async throws -> SaleValues {
        var payments = PaymentReader(FormDecoder(form))
        payments.read()
        var decoder = payments.decoder
        let buyer = decoder.buyer()
        let unitPrice = decoder.money("unitPrice", label: "Price")
        let day = decoder.day("date", label: "Day").value ?? .today()
        var line = SaleDraft.Line(.item(key), unitPrice: unitPrice.value)
        line.tax = decoder.tax("taxRate", label: "Tax") ?? .untaxed
        let (faults, paymentIndexes) = (decoder.faults, payments.drafts.map(\.index))
        var draft = SaleDraft(day: day, lines: [line])
        if day == .today() { draft.time = TimeOfDay() }
        draft.payments = payments.drafts.map(\.draft)
        draft.isOnAccount = payments.isOnAccount
        return try await change { [draft] context in
            _ = try item(key, in: context)
            var list = FaultList(faults)
            do {
                let customer = try buyer?.customer(in: context)
                if case .known = buyer, customer == nil { list.add([.unknownCustomer]) }
                let sale = try Sale.add(draft, to: customer, in: context)
                try list.check()
                try household.save(context)
                return SaleValues(sale)
            } catch let refusal as SaleRefusal {
                list.add(
                    refusal.faults.map {
                        $0.payment == nil
                            ? FormFault(sellingItem: $0) : FormFault($0, indexes: paymentIndexes)
                    })
                throw FormRefusal(faults: list.faults)
            }
        }
    }
}

/// Who buys an item.
enum ItemBuyer: Sendable {
    case walkIn
    /// Somebody who becomes a customer by it.
    case new(name: String)
    case known(Int64)

    /// What stands in the field for somebody who walked in, and for a new customer.
    static let (walkInValue, newValue) = ("walk-in", "new")

    /// The customer, who is made if they are new; nil for somebody who walked in, and one who is not there.
    fileprivate func customer(in context: ManagedObjectContext) throws -> Customer? {
        switch self {
        case .walkIn: nil
        case .new(let name): try Customer.add(CustomerDetails(name: name), in: context)
        case .known(let number): try Customer.find(number, in: context)
        }
    }
}

extension FormDecoder {
    /// Who buys; nil if something is wrong.
    fileprivate mutating func buyer() -> ItemBuyer? {
        let hasName = form["customerName"]?.allSatisfy(\.isWhitespace) == false
        switch form["customer"] ?? "" {
        // Whoever typed a name means it.
        case "" where hasName, ItemBuyer.walkInValue where hasName, ItemBuyer.newValue:
            return newBuyer()
        case ItemBuyer.walkInValue: return .walkIn
        case "":
            fail("customer", "Customer", "choose one")
            return nil
        default:
            if hasName {
                fail("customerName", "Name", "choose the new customer, or clear the name")
            }
            return id("customer", label: "Customer").value.map { .known(Int64($0)) }
        }
    }

    private mutating func newBuyer() -> ItemBuyer? {
        requiredLine("customerName", label: "Name", isNew: true, limit: 100).value
            .map(ItemBuyer.new)
    }
}

extension FormFault {
    /// A customer who is not there.
    fileprivate static let unknownCustomer = FormFault(
        field: "customer", label: "Customer", message: "there is no such customer")

    /// What is wrong with the sale of an item.
    fileprivate init(sellingItem fault: SaleFault) {
        let (field, label) =
            switch fault.key {
            case "unitPrice": ("unitPrice", "Price")
            case "date": ("date", "Day")
            case "taxRate": ("taxRate", "Tax")
            case "payments": ("payments", "Paid")
            case "name": ("customerName", "Name")
            default: ("customer", "Item")
            }
        self.init(field: field, label: label, message: FormText.clause(fault.description))
    }
}
