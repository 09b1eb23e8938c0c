import Domain
import Persistence

/// Payments of a sale that come after it, as a form posts them: a day, and `payments[0][kind]` and so
/// on; or `kind`, `amount` and `reference`, for scripts.
struct PaymentInput: Sendable {
    private let drafts: [PaymentDraft]
    private let indexes: [Int]
    private let day: CalendarDay
    private let time: TimeOfDay?
    private let isOnAccount: Bool
    /// Whether the fields have plain names.
    private let isPlain: Bool
    private let faults: [FormFault]

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
    /// - Throws: ``FormRefusal`` with everything that is wrong, and errors of the store.
    func pay(_ sale: Sale, in context: ManagedObjectContext) throws {
        var list = FaultList(faults)
        do {
            if isOnAccount { try sale.putOnAccount() }
            try sale.pay(drafts, on: day, at: time, in: context)
        } catch let refusal as SaleRefusal {
            list.add(refusal.faults.map { FormFault($0, indexes: indexes) })
        }
        do {
            try list.check()
        } catch {
            throw FormRefusal(faults: isPlain ? error.faults.map(\.withPlainPayment) : error.faults)
        }
    }
}

extension FormFault {
    /// What is wrong with a payment, at its field in a form.
    ///
    /// - Parameter indexes: the indexes of the payments in the form.
    init(_ fault: SaleFault, indexes: [Int]) {
        guard let payment = fault.payment, indexes.indices.contains(payment) else {
            self.init(
                field: fault.key, label: FormText.label(of: fault.key),
                message: FormText.clause(fault.description))
            return
        }
        self.init(
            field: PaymentReader.name(indexes[payment], fault.key),
            label: PaymentReader.label(indexes[payment], fault.key),
            message: FormText.clause(fault.description))
    }

    /// The fault of the first payment under the plain name of its field.
    fileprivate var withPlainPayment: FormFault {
        guard
            let name = ["kind", "amount", "reference"].first(where: {
                PaymentReader.name(0, $0) == field
            })
        else { return self }
        return FormFault(
            field: name, label: FormText.label(of: name), message: message, readings: readings)
    }
}
