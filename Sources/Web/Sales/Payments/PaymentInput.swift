import Domain
import Foundation
import Persistence

/// The posted later payments of a sale: a day, and `payments[0][kind]` and so on; or `kind`,
/// `amount` and `reference`, for scripts.
struct PaymentInput: Sendable {
    private let drafts: [PaymentDraft]
    private let indexes: [Int]
    private let day: CalendarDay
    private let time: TimeOfDay?
    private let isOnAccount: Bool
    /// Whether the fields have plain names.
    private let isPlain: Bool
    private let faults: [FieldError]

    private static let plainNames = ["kind", "amount", "reference"]

    init(_ form: FormData) {
        isPlain = form["kind"] != nil
        var reader = PaymentReader(
            FormDecoder(
                form.renamed { Self.plainNames.contains($0) ? PaymentReader.name(0, $0) : $0 }))
        reader.read()
        day = reader.decoder.day("date", label: "Day").value ?? .today()
        time = day == .today() ? TimeOfDay() : nil
        if reader.drafts.isEmpty, !reader.isOnAccount, reader.decoder.faults.isEmpty {
            reader.decoder.fail(PaymentReader.name(0, "kind"), "Paid", "choose how it is paid")
        }
        drafts = reader.drafts.map(\.draft)
        indexes = reader.drafts.map(\.index)
        isOnAccount = reader.isOnAccount
        faults = reader.decoder.faults
    }

    /// Pays a sale.
    ///
    /// - Throws: ``ValidationErrors`` with all faults, and errors of the store.
    func pay(_ sale: Sale, in context: ManagedObjectContext) throws {
        var list = FaultList(faults)
        do {
            if isOnAccount { try sale.putOnAccount() }
            try sale.pay(drafts, on: day, at: time, in: context)
        } catch let refusal as SaleRefusal {
            list.add(refusal.faults.map { FieldError($0, indexes: indexes) })
        }
        do {
            try list.check()
        } catch {
            guard isPlain else { throw error }
            throw ValidationErrors(
                faults: error.faults.map {
                    $0.named(Self.plainNames) { PaymentReader.name(0, $0) }
                })
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

    /// The fields of a payment, here the first one.
    static let parameters = ["kind", "amount", "reference"].map {
        RouteParameter(name(0, $0), label(0, $0))
    }

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
        let (kind, amount) = (Self.name(index, "kind"), Self.name(index, "amount"))
        let given = decoder.money(amount, label: Self.label(index, "amount"))
        let reference = decoder.line(
            Self.name(index, "reference"), label: Self.label(index, "reference"), limit: 200)
        if decoder.form[kind] == Self.later {
            isOnAccount = true
            if given.value != nil {
                decoder.fail(
                    amount, Self.label(index, "amount"), "what is paid later has no amount")
            }
            return
        }
        let number = decoder.id(kind, label: Self.label(index, "kind"), of: "payment method")
        guard let number = number.value else {
            if given.value != nil, decoder.message(for: kind) == nil {
                decoder.fail(kind, Self.label(index, "kind"), "choose how it is paid")
            }
            return
        }
        drafts.append(
            (
                index,
                PaymentDraft(
                    kind: Int64(number), amount: given.value, reference: reference.value)
            ))
    }
}
