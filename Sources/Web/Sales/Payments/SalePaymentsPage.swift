import Domain
import Foundation
import Persistence

/// The form of a payment that comes after its sale.
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
    // Tells one form for a new record from the next.
    var mark: String
    var summary = FaultSummary()
    var payments: [PaymentField]
    var paymentsFault = FormField()
    var date = FormField()
}

extension SalePaymentsPage {
    /// The form for a sale.
    ///
    /// - Throws: errors of the store.
    init(_ record: Sale, _ shop: Shop, in context: ManagedObjectContext) throws {
        let (sale, links) = (SaleValues(record), shop.links)
        let amount = sale.isPaymentKnown ? sale.owed : abs(record.netAmount)
        self.init(
            layout: shop.site.layout(
                title: "Payment of \(sale.titleWithin)", section: .sales,
                crumbs: shop.crumbs(to: sale) + [shop.crumb(sale)]),
            title: sale.title, details: sale.detailsText(in: shop.currency),
            owed: "\(shop.money(amount)) still to be \(sale.isReturn ? "given back" : "paid")",
            path: links(.salePayments(sale.recordNumber)),
            cancelPath: links(.sale(sale.recordNumber)), mark: TakenForms.newMark(),
            payments: [
                PaymentField(
                    blank: 0,
                    try PaymentField.kinds(
                        orLater: !sale.isPaymentKnown && !sale.isReturn && !sale.isWalkIn,
                        in: context))
            ],
            date: FormField(CalendarDay.today().description))
        layout.notices += try shop.closedNotice(in: context)
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ form: FormData, _ refusal: FormRefusal) {
        summary = refusal.summary
        date = FormField(form["date"] ?? date.value, fault: refusal.message(for: "date"))
        paymentsFault = FormField(fault: refusal.message(for: "payments"))
        for index in payments.indices { payments[index].show(index, form, refusal) }
    }
}

extension PaymentField {
    /// The kinds to choose from, with that of the last payment chosen: cash before there was one.
    ///
    /// - Parameter orLater: whether it may also be paid later, by a customer who owes it then.
    /// - Throws: errors of the store.
    static func kinds(orLater: Bool, in context: ManagedObjectContext) throws -> [SelectOption] {
        let kinds = try PaymentKind.all(in: context).filter { !$0.isRetired }
        let usual = try PaymentKind.ofLastPayment(in: context) ?? kinds.first(where: \.isCash)
        let options = kinds.map { kind in
            SelectOption(
                value: String(kind.objectID.recordNumber ?? 0), label: kind.name ?? "",
                isSelected: kind === usual)
        }
        return orLater ? options + [.onAccount] : options
    }
}

extension SelectOption {
    /// What is paid later.
    static let onAccount = SelectOption(value: PaymentReader.later, label: "On account")
}

/// A payment in a form, as it was typed.
struct PaymentField: Sendable {
    /// `payments[0]`, with which the names of its fields begin.
    var name: String
    /// What the field of the kind is called: `Paid`, `And`.
    var label: String
    /// The kinds to choose from.
    var kinds: [SelectOption]
    var kind = FormField()
    var amount: MoneyField
}

extension PaymentField {
    /// A payment to be filled in. The first one has a kind already; a further one may have none.
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

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ index: Int, _ form: FormData, _ refusal: FormRefusal?) {
        let field = PaymentReader.name(index, "kind")
        kind = FormField(form[field] ?? "", fault: refusal?.message(for: field))
        // A form that says nothing of payments keeps the kind that is offered first.
        if form[field] != nil || index > 0 { kinds.select(kind.value) }
        let amountName = PaymentReader.name(index, "amount")
        amount = MoneyField(amountName, form[amountName] ?? "", refusal)
    }

    /// Whether anything stands in it, or is wrong with it.
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
    /// What tells it from others; empty for nothing.
    var reference: String
    var receiptPath: String
    var voidPath: String
    var isVoid: Bool
    /// `void: typed twice`.
    var voidText: String
}

extension PaymentRow {
    init(_ payment: PaymentValues, _ shop: Shop) {
        let links = shop.links
        self.init(
            text: shop.site.papers.english.text(payment), amount: shop.money(payment.amount),
            day: DayText.short(payment.day),
            dayISO: payment.day.description, reference: payment.reference,
            receiptPath: links(.paymentReceipt(payment.recordNumber)),
            voidPath: links(.voidPayment(payment.recordNumber)), isVoid: payment.isVoid,
            voidText: payment.isVoid ? "void: \(payment.voidReason)" : "")
    }
}
