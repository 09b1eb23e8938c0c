import Domain
import Foundation
import Hummingbird
import Persistence

/// Payments: all as a table, later payments of a sale, and voiding one.
struct SalePaymentsController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.addExports(shop.payments)
        add(
            payment, at: .salePayments("{id}"), to: &routes,
            as: .form(
                of: PaymentReader.parameters + ["kind", "amount", "reference", "date"],
                gives: Sale.schema
            ).adding)
        add(
            voiding, at: .voidPayment("{id}"), to: &routes,
            as: .form("reason", .version, gives: Sale.schema))
    }

    private var payment: ChangeForm<Int64> {
        let sales = shop.sales
        return ChangeForm(
            refusal: "The payment was not added", flash: .paymentAdded, keyField: "payments",
            page: { number, records in
                let sale = try sales.existing(number, in: records)
                guard !sale.isVoid else {
                    throw SiteError.unprocessable(
                        "A void sale takes no payments", "payments", sale.title, "it is void")
                }
                return try SalePaymentsPage(sale, sales.shop, in: records)
            }
        ) { number, form, context in
            let sale = try sales.existing(number, in: context)
            try sale.pay(form, in: context)
            return try sales.saved(sale, in: context)
        }
    }

    private var voiding: ChangeForm<Int64> {
        let sales = shop.sales
        return ChangeForm(
            refusal: "The payment was not voided", flash: .paymentVoided,
            page: { VoidPage(try sales.shop.payment($0, in: $1), sales.shop) }
        ) { number, form, context in
            var decoder = FormDecoder(form)
            let reason = decoder.reason()
            let payment = try sales.shop.payment(number, in: context)
            let sale = try payment.existingSale
            try FaultList(decoder.faults).check()
            try ValidationErrors.asking("Reason", at: "reason") {
                try payment.void(reason: reason)
            }
            return try sales.saved(sale, in: context)
        }
    }
}

extension Payment {
    /// The sale that it pays.
    ///
    /// - Throws: a 404 if there is none, which this program never makes.
    var existingSale: Sale {
        get throws {
            guard let sale else { throw SiteError.notFound("The payment has no sale") }
            return sale
        }
    }
}

extension Shop {
    /// The payment in an address.
    ///
    /// - Throws: a 404 if there is none.
    func payment(_ number: Int64, in context: ManagedObjectContext) throws -> Payment {
        try context.existing(Payment.self, number, "payment")
    }
}

/// The form for the payments of a sale: later ones, or those of a quote that becomes a sale.
struct SalePaymentsPage: FieldsPage {
    static let template = "sales/payments"

    var layout: LayoutPage
    /// `Payment`, `Sale`.
    var heading: String
    /// `Sale 17`, `Quote 3`.
    var title: String
    /// `Amina Diallo · Nov 21, 2026 · $59.97`.
    var details: String
    /// `$12.50 still to be paid`; empty for a quote.
    var owed = ""
    var path: String
    var cancelPath: String
    var idempotencyKey = IdempotencyKeys.newKey()
    var summary = FaultSummary()
    var payments: [PaymentField]
    /// The day, and the faults of the payments and of the quote as a whole.
    var fields = FormFields([
        "date": CalendarDay.today().description, "payments": "", "quote": "",
    ])

    var isOfQuote = false
    /// `November 1, 2026`, if the prices of the quote ended then.
    var ended = ""
    /// Whether the buyer of the quote can become a customer.
    var canAddCustomer = false
    var buyerName = ""
    var addsCustomer = false

    /// Shows the input and its faults.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        summary = refusal.summary
        fields.show(form, refusal)
        for index in payments.indices { payments[index].show(form, refusal) }
        addsCustomer = form["addCustomer"] == "yes"
    }
}

extension SalePaymentsPage {
    /// - Throws: errors of the store.
    init(_ sale: Sale, _ shop: Shop, in context: ManagedObjectContext) throws {
        let links = shop.links
        let amount =
            sale.isReturn
            ? -sale.unsaid : sale.isPaymentKnown ? sale.owed : abs(sale.netAmount)
        let kinds = try PaymentField.kinds(
            orLater: !sale.isPaymentKnown && !sale.isReturn && !sale.isOfWalkIn, in: context)
        self.init(
            layout: shop.layout("Payment of \(sale.titleWithin)", of: sale), heading: "Payment",
            title: sale.title, details: sale.detailsText(in: shop.currency),
            owed: "\(shop.money(amount)) still to be \(sale.isReturn ? "given back" : "paid")",
            path: links(.salePayments(sale.recordNumber)),
            cancelPath: links(.sale(sale.recordNumber)),
            payments: [PaymentField(blank: 0, kinds)])
        layout.notices += try shop.closedNotice(in: context)
    }
}

extension PaymentField {
    /// The payment methods, with that of the last payment selected, or cash before the first.
    ///
    /// - Parameter orLater: whether a customer may also pay later.
    /// - Throws: errors of the store.
    static func kinds(orLater: Bool, in context: ManagedObjectContext) throws -> [SelectOption] {
        let kinds = try PaymentKind.all(in: context).filter { !$0.isRetired }
        let usual = try PaymentKind.ofLastPayment(in: context) ?? kinds.first(where: \.isCash)
        let options = kinds.map { kind in
            SelectOption(
                value: String(kind.savedNumber), label: kind.name ?? "",
                isSelected: kind === usual)
        }
        return orLater ? options + [.onAccount] : options
    }
}

extension SelectOption {
    /// The option for paying later.
    static let onAccount = SelectOption(value: PaymentReader.later, label: "On account")
}

/// The input for a payment.
struct PaymentField: Sendable {
    /// The payment method, labeled `Paid`, `And`.
    var kind: FormField
    var amount: FormField
}

extension PaymentField {
    /// An empty payment. The first one has a method selected; a further one may have none.
    init(blank index: Int, _ kinds: [SelectOption], labeled label: String? = nil) {
        var kinds = kinds
        if index > 0 {
            kinds.select(nil)
            kinds.insert(SelectOption(value: "", label: "Choose…"), at: 0)
        }
        self.init(
            kind: FormField(
                named: PaymentReader.name(index, "kind"),
                labeled: label ?? (index == 0 ? "Paid" : "And"), of: kinds),
            amount: FormField(named: PaymentReader.name(index, "amount")))
    }

    /// Shows the input and its faults.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors?) {
        let offered = kind.options
        kind.show(form, refusal)
        // A form without payments keeps the method that is offered first.
        if form[kind.name] == nil, offered.first?.value != "" { kind.options = offered }
        amount.show(form, refusal)
    }

    var isUsed: Bool { kind.isUsed || amount.isUsed }
}

/// A payment on the page of its sale.
struct PaymentRow: Sendable {
    /// `Paid: Cash`.
    var text: String
    var amount: String
    /// `Nov 21, 2026`.
    var day: String
    var dayISO: String
    /// The reference; empty for none.
    var reference: String
    var receiptPath: String
    var voidPath: String
    /// `void: typed twice`; empty if it is not.
    var voidText: String
}

extension PaymentRow {
    init(_ payment: Payment, _ shop: Shop) {
        let (links, day) = (shop.links, payment.dayOrFirst)
        self.init(
            text: shop.site.papers.english.text(payment), amount: shop.money(payment.amount),
            day: DayText.short(day), dayISO: day.description,
            reference: payment.reference ?? "",
            receiptPath: links(.paymentReceipt(payment.savedNumber)),
            voidPath: links(.voidPayment(payment.savedNumber)),
            voidText: payment.isVoid ? "void: \(payment.voidReason ?? "")" : "")
    }
}
