import Domain
import Foundation
import Persistence

extension Sale {
    /// Pays the sale with the later payments in a form: a day, and `payments[0][kind]` and so on;
    /// or `kind`, `amount` and `reference`, for scripts.
    ///
    /// - Throws: ``ValidationErrors`` with all faults, and errors of the store.
    func pay(_ form: FormData, in context: ManagedObjectContext) throws {
        let keys = PaymentReader.keys
        var reader = PaymentReader(
            FormDecoder(form.renamed { keys.contains($0) ? PaymentReader.name(0, $0) : $0 }))
        reader.read()
        let day = reader.decoder.day("date", label: "Day").value ?? .today()
        if reader.drafts.isEmpty, !reader.isOnAccount, reader.decoder.faults.isEmpty {
            reader.decoder.fail(PaymentReader.name(0, "kind"), "Paid", "choose how it is paid")
        }
        var faults = FaultList(reader.decoder.faults)
        do {
            if reader.isOnAccount { try putOnAccount() }
            try pay(
                reader.drafts.map(\.draft), on: day, at: day == .today() ? TimeOfDay() : nil,
                in: context)
        } catch let refusal as SaleRefusal {
            let indexes = reader.drafts.map(\.index)
            faults.add(refusal.faults.map { FieldError($0, indexes: indexes) })
        }
        do {
            try faults.check()
        } catch {
            throw form["kind"] == nil
                ? error : error.named(keys, from: { PaymentReader.name(0, $0) })
        }
    }
}

extension ValidationErrors {
    /// Runs a closure and turns faults of the shop into faults of form fields.
    ///
    /// - Parameter field: the field of all faults; nil for the field that each names.
    @discardableResult
    static func asking<Value>(
        _ label: String, at field: String? = nil, _ body: () throws -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch let refusal as SaleRefusal {
            throw ValidationErrors(faults: refusal.faults.map { FieldError($0, label, at: field) })
        }
    }
}

extension FieldError {
    /// The fault of a sale at a form field.
    init(_ fault: SaleFault, _ label: String, at field: String? = nil) {
        self.init(
            field: field ?? fault.key, label: label, message: FormText.clause(fault.description))
    }

    /// The fault of a payment at its form field.
    ///
    /// - Parameter indexes: the indexes of the payments in the form.
    init(_ fault: SaleFault, indexes: [Int]) {
        guard let payment = fault.payment, indexes.indices.contains(payment) else {
            self.init(fault, FormText.label(of: fault.key))
            return
        }
        self.init(
            fault, PaymentReader.label(indexes[payment], fault.key),
            at: PaymentReader.name(indexes[payment], fault.key))
    }
}

/// Reads the payments of a sale from a form: `payments[0][kind]`, which is the number of a payment
/// method or `later`, `payments[0][amount]` and `payments[0][reference]`.
struct PaymentReader {
    private(set) var drafts: [(index: Int, draft: PaymentDraft)] = []
    /// Whether part of the sale is paid later.
    private(set) var isOnAccount = false
    var decoder: FormDecoder

    /// The maximum number of payments in a form.
    static let most = 10
    /// The value of the method for paying later.
    static let later = "later"

    init(_ decoder: FormDecoder) {
        self.decoder = decoder
    }

    /// The fields of a payment. Scripts may use these names for a single one.
    static let keys = ["kind", "amount", "reference"]

    /// The fields of the first payment.
    static let parameters = keys.map { RouteParameter(name(0, $0), label(0, $0)) }

    /// The name of a field of a payment.
    static func name(_ index: Int, _ key: String) -> String { "payments[\(index)][\(key)]" }

    /// The label of a field of a payment: `Payment 1, amount`.
    static func label(_ index: Int, _ key: String) -> String {
        let what = key == "kind" ? "paid" : FormText.label(of: key).lowercased()
        return "Payment \(index + 1), \(what)"
    }

    /// Reads all payments with a payment method.
    mutating func read() {
        for index in 0..<Self.most { read(index) }
        let names = (0..<Self.most).map { "payments[\($0)]" }
        let others = decoder.form.fields.contains { field in
            field.name.hasPrefix("payments[") && !names.contains { field.name.hasPrefix($0) }
        }
        if others {
            decoder.fail("payments", "Payments", "a form has at most \(Self.most)")
        }
    }

    private mutating func read(_ index: Int) {
        func names(_ key: String) -> (String, String) {
            (Self.name(index, key), Self.label(index, key))
        }
        let (kind, kindLabel) = names("kind")
        let (amount, amountLabel) = names("amount")
        let (reference, referenceLabel) = names("reference")
        let given = decoder.money(amount, label: amountLabel).value
        let text = decoder.line(reference, label: referenceLabel, limit: 200).value
        if decoder.form[kind] == Self.later {
            isOnAccount = true
            if given != nil {
                decoder.fail(amount, amountLabel, "what is paid later has no amount")
            }
            return
        }
        let number = decoder.id(kind, label: kindLabel, of: "payment method").value
        if let number {
            let draft = PaymentDraft(kind: Int64(number), amount: given, reference: text)
            drafts.append((index, draft))
        } else if given != nil, decoder.message(for: kind) == nil {
            decoder.fail(kind, kindLabel, "choose how it is paid")
        }
    }
}

extension Payment {
    var dayOrFirst: CalendarDay { day ?? .first }

    /// The payment in the JSON of its sale.
    func json(_ links: SiteLinks) throws -> JSONValue {
        try Self.members(links).object(of: DescribedValues(record: self))
    }

    private static func members(
        _ links: SiteLinks
    ) -> [RecordMember<DescribedValues<Payment>>] {
        [
            .integer("id", isIn: .documents) { $0.recordNumber },
            .integer("number") { $0.number },
            RecordMember("kind", isIn: .documents) {
                .document(.reference($0.kind?.savedNumber ?? 0, $0.kind?.name))
            },
            .day("date") { $0.record.dayOrFirst },
            .word("time") { $0.time?.description },
            .text("kind", isIn: .tables) { $0.kind?.name },
            .flag("isCash", isIn: .tables) { $0.kind?.isCash == true },
            .money("amount") { $0.amount },
            .money("tendered") { $0.tendered > 0 ? $0.tendered : nil },
            .money("change") { $0.change > 0 ? $0.change : nil },
            .text("reference") { $0.reference },
            .integer("sale", isIn: .tables) { $0.sale?.number },
            .integer("customer", isIn: .tables) { $0.sale?.customer?.objectID.recordNumber },
            .text("customerName", isIn: .tables) { $0.sale?.customer?.name },
            .instant("voidedAt") { $0.voidedAt },
            .text("voidReason") { $0.voidReason },
            .word("receipt", isIn: .documents) { links(.paymentReceipt($0.recordNumber)) },
        ]
    }

    /// The members of the list of all payments.
    fileprivate static func listed(
        _ links: SiteLinks
    ) -> [RecordMember<DescribedValues<Payment>>] {
        members(links) + [
            .flag("isCash", isIn: .documents) { $0.kind?.isCash == true },
            RecordMember("sale", isIn: .documents) { .document($0.sale?.reference ?? .null) },
        ]
    }
}

extension Shop {
    /// All payments, including void ones.
    var payments: ExportList<Payment> {
        ExportList(
            "payments", of: self, at: .payments, fileName: "payments",
            order: "number",
            columnPaths: [
                "time": "minuteOfDay", "kind": "kind.name", "isCash": "kind.isCash",
                "amount": "amountCents", "tendered": "tenderedCents", "sale": "sale.number",
                "customer": "sale.customer.name", "customerName": "sale.customer.name",
            ],
            searched: [["reference"], ["kind", "name"], ["sale", "customer", "name"]],
            day: ["date"], prefetching: ["kind", "sale", "sale.customer"],
            members: Payment.listed(links))
    }
}
