import Foundation
import Persistence

extension Importer {
    /// Takes over what a row says about the customer's card. A row that says nothing takes none away:
    /// a card that went could not be brought back.
    func takeCard(of customer: Customer, row index: Int) throws {
        guard ImportKind.cardColumns.contains(where: { rows[index].text($0) != nil }) else {
            return
        }
        let lastFour = try lastFour(index)
        let expiry = try expiry(index)
        guard let lastFour = lastFour ?? customer.creditCard?.lastFour else {
            throw RowFault(.cardLastFour, "is needed to keep a card")
        }
        let card = customer.creditCard ?? newCard(of: customer)
        own(card, by: index)
        set(\.lastFour, of: card, .cardLastFour, to: lastFour, row: index)
        if let brand = rows[index].text(.cardBrand)
            ?? (card.isInserted ? CardNumber.unknownBrand : nil)
        {
            set(\.brand, of: card, .cardBrand, to: brand, row: index)
        }
        if rows[index].row.text(.cardHolder) != nil {
            set(\.holder, of: card, .cardHolder, to: rows[index].text(.cardHolder), row: index)
        }
        if rows[index].row.text(.cardExpiry) != nil {
            set(\.expiry, of: card, .cardExpiry, to: expiry?.description, row: index)
        }
    }

    private func newCard(of customer: Customer) -> CreditCard {
        let card = CreditCard(context: context)
        card.customer = customer
        return card
    }

    /// The last four digits; a spreadsheet drops the zeros before them. Nil if the cell is empty.
    private func lastFour(_ index: Int) throws(RowFault) -> String? {
        guard let text = rows[index].text(.cardLastFour) else { return nil }
        let digits = text.filter { $0.isASCII && $0.isNumber }
        guard digits.count == text.count else {
            throw RowFault(.cardLastFour, "has the last four digits and nothing else")
        }
        guard digits.count <= 4 else {
            throw RowFault(
                .cardLastFour, "has \(digits.count) digits; no more than the last four are kept")
        }
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    private func expiry(_ index: Int) throws(RowFault) -> CardExpiry? {
        guard let text = rows[index].text(.cardExpiry) else { return nil }
        do {
            return try CardExpiry(parsing: text)
        } catch {
            throw RowFault(.cardExpiry, error.description)
        }
    }
}
