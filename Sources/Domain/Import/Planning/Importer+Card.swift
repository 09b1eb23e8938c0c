import Foundation
import Persistence

extension Importer {
    /// Sets the customer's card from a row. A row without a card leaves the stored one, because a
    /// removed card could not be restored.
    func takeCard(of customer: Customer) {
        guard ImportKind.cardColumns.contains(where: { row.text($0) != nil }) else { return }
        guard let lastFour = row.lastFour() ?? customer.creditCard?.lastFour else {
            return row.fail(.cardLastFour, "a card needs its last four digits")
        }
        let card = customer.creditCard ?? CreditCard(context: context)
        if card.isInserted { card.customer = customer }
        own(card)
        set(\.lastFour, of: card, .cardLastFour, to: .some(lastFour)) { $0 ?? "" }
        let brand = row.text(.cardBrand) ?? (card.isInserted ? CardNumber.unknownBrand : nil)
        set(\.brand, of: card, .cardBrand, to: brand.map(Optional.some)) { $0 ?? "" }
        set(\.holder, of: card, .cardHolder, as: .line)
        set(\.expiry, of: card, .cardExpiry, as: .expiry)
    }
}

extension RowProgress {
    /// The last four digits of a card, with the leading zeros that a spreadsheet drops; nil if the cell is
    /// empty or invalid.
    mutating func lastFour() -> String? {
        guard let text = text(.cardLastFour) else { return nil }
        let digits = text.filter { $0.isASCII && $0.isNumber }
        guard digits.count == text.count, digits.count <= 4 else {
            fail(
                .cardLastFour,
                digits.count < text.count
                    ? "write the last four digits and nothing else"
                    : "it has \(digits.count) digits; only the last four are stored")
            return nil
        }
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension CellFormat<String> {
    /// The month in which a card expires.
    static var expiry: Self { oneLine { $0.read($1, CardExpiry.init(parsing:))?.description } }
}
