import Domain
import Foundation
import Persistence

/// The form for a later payment of a sale.
struct SalePaymentsPage: FormPage {
    static let template = "sales/payments"

    var layout: LayoutPage
    /// `Sale 17`.
    var title: String
    /// `Amina Diallo · Nov 21, 2026 · $59.97`.
    var details: String
    /// `$12.50 still to be paid`.
    var owed: String
    var path: String
    var cancelPath: String
    var idempotencyKey: String
    var summary = FaultSummary()
    var payments: [PaymentField]
    var paymentsFault = FormField()
    var date = FormField()
}

extension SalePaymentsPage {
    /// - Throws: errors of the store.
    init(_ sale: Sale, _ shop: Shop, in context: ManagedObjectContext) throws {
        let links = shop.links
        let amount = sale.isPaymentKnown ? sale.owed : abs(sale.netAmount)
        self.init(
            layout: shop.layout("Payment of \(sale.titleWithin)", of: sale),
            title: sale.title, details: sale.detailsText(in: shop.currency),
            owed: "\(shop.money(amount)) still to be \(sale.isReturn ? "given back" : "paid")",
            path: links(.salePayments(sale.recordNumber)),
            cancelPath: links(.sale(sale.recordNumber)), idempotencyKey: IdempotencyKeys.newKey(),
            payments: [
                PaymentField(
                    blank: 0,
                    try PaymentField.kinds(
                        orLater: !sale.isPaymentKnown && !sale.isReturn && !sale.isOfWalkIn,
                        in: context))
            ],
            date: FormField(CalendarDay.today().description))
        layout.notices += try shop.closedNotice(in: context)
    }

    /// Shows the input and its faults.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        summary = refusal.summary
        date.show("date", form, refusal)
        paymentsFault = FormField(fault: refusal.message(for: "payments"))
        for index in payments.indices { payments[index].show(index, form, refusal) }
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
    /// The prefix of its field names, `payments[0]`.
    var name: String
    /// The label of the payment method: `Paid`, `And`.
    var label: String
    /// The payment methods.
    var kinds: [SelectOption]
    var kind = FormField()
    var amount: MoneyField
}

extension PaymentField {
    /// An empty payment. The first one has a method selected; a further one may have none.
    init(blank index: Int, _ kinds: [SelectOption]) {
        var kinds = kinds
        if index > 0 {
            kinds.select(nil)
            kinds.insert(SelectOption(value: "", label: "Choose…"), at: 0)
        }
        self.init(
            name: "payments[\(index)]", label: index == 0 ? "Paid" : "And", kinds: kinds,
            amount: MoneyField(PaymentReader.name(index, "amount")))
    }

    /// Shows the input and its faults.
    mutating func show(_ index: Int, _ form: FormData, _ refusal: ValidationErrors?) {
        let field = PaymentReader.name(index, "kind")
        kind = FormField(form[field] ?? "", fault: refusal?.message(for: field))
        // A form without payments keeps the method that is offered first.
        if form[field] != nil || index > 0 { kinds.select(kind.value) }
        let amountName = PaymentReader.name(index, "amount")
        amount = MoneyField(amountName, form[amountName] ?? "", refusal)
    }

    /// Whether it has a text or a fault.
    var isUsed: Bool {
        !kind.value.isEmpty || !amount.value.isEmpty || !kind.fault.isEmpty || !amount.fault.isEmpty
    }
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
    var isVoid: Bool
    /// `void: typed twice`.
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
            voidPath: links(.voidPayment(payment.savedNumber)), isVoid: payment.isVoid,
            voidText: payment.isVoid ? "void: \(payment.voidReason ?? "")" : "")
    }
}
