import Domain
import Foundation

/// Reads how a sale is paid from the fields of a form: `payments[0][kind]`, which is the number of a
/// kind or `later`, `payments[0][amount]` and `payments[0][reference]`.
struct PaymentReader {
    private(set) var drafts: [(index: Int, draft: PaymentDraft)] = []
    /// Whether something is paid later.
    private(set) var isOnAccount = false
    var decoder: FormDecoder

    /// Payments that a form can have.
    static let most = 10
    /// What stands in the field of a kind for what is paid later.
    static let later = "later"

    init(_ decoder: FormDecoder) {
        self.decoder = decoder
    }

    /// The name of a field of a payment.
    static func name(_ index: Int, _ key: String) -> String { "payments[\(index)][\(key)]" }

    /// What people call a field of a payment: `Payment 1, amount`.
    static func label(_ index: Int, _ key: String) -> String {
        let what = key == "kind" ? "paid" : FormText.label(of: key).lowercased()
        return "Payment \(index + 1), \(what)"
    }

    /// Reads all payments that have a kind.
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
        let number = decoder.id(kind, label: Self.label(index, "kind"), of: "kind of payment")
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
