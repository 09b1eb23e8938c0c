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
        do {
            let sale = try await shop.sell(key, posted)
            return site.changed(
                sale.json(shop.links), status: .created, at: .sale(sale.recordNumber),
                after: request, announcing: .itemSold)
        } catch let refusal as FormRefusal {
            guard !request.wantsJSON else { throw refusal.error("The item was not sold") }
            var page = try await page(key, search: posted["q"] ?? "")
            page.show(posted, refusal)
            return try site.refused(page, refusal, context)
        }
    }

    /// Whether the item is the household's no more: its page says to whom it was sold.
    private func isSold(_ key: UUID) async throws -> Bool {
        try await shop.household.container.read { try shop.item(key, in: $0).isSold }
    }

    private func page(_ key: UUID, search: String) async throws -> ItemSalePage {
        try await shop.household.container.read { records in
            try ItemSalePage(shop.item(key, in: records), search: search, shop, in: records)
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
            for name in ["customer", "unitPrice", "date"] {
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

    /// Sells an item to the customer whom a form names.
    ///
    /// - Throws: ``FormRefusal``, and a 404.
    fileprivate func sell(_ key: UUID, _ form: FormData) async throws -> SaleValues {
        var decoder = FormDecoder(form)
        let number = decoder.id("customer", label: "Customer")
        if number.value == nil, decoder.message(for: "customer") == nil {
            decoder.fail("customer", "Customer", "choose one")
        }
        let unitPrice = decoder.money("unitPrice", label: "Price")
        let day = decoder.day("date", label: "Day").value ?? .today()
        let faults = decoder.faults
        let line = SaleDraft.Line(.item(key), unitPrice: unitPrice.value)
        return try await change { context in
            _ = try item(key, in: context)
            var list = FaultList(faults)
            let customer = try number.value.flatMap { try Customer.find(Int64($0), in: context) }
            if customer == nil { list.add([.unknownCustomer]) }
            do {
                var draft = SaleDraft(day: day, lines: [line])
                if day == .today() { draft.time = TimeOfDay() }
                let sale = try Sale.add(draft, to: customer, in: context)
                try list.check()
                try household.save(context)
                return SaleValues(sale)
            } catch let refusal as SaleRefusal {
                list.add(refusal.faults.map(FormFault.init(sellingItem:)))
                throw FormRefusal(faults: list.faults)
            }
        }
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
            default: ("customer", "Item")
            }
        self.init(field: field, label: label, message: FormText.clause(fault.description))
    }
}
