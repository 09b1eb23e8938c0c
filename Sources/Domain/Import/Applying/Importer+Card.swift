import Foundation
import Persistence

extension Importer {
    /// The cells of a row that describe a card.
    struct CardCells {
        var lastFour: String?
        var expiry: CardExpiry?
    }

    func cardCells(_ index: Int) throws -> CardCells {
        CardCells(
            lastFour: try attempt(index) { try lastFour(index) },
            expiry: try attempt(index) { try expiry(index) })
    }

    /// Sets the customer's card from a row. A row without a card leaves the stored one, because a
    /// removed card could not be restored.
    func takeCard(_ cells: CardCells, of customer: Customer, row index: Int) {
        guard ImportKind.cardColumns.contains(where: { rows[index].text($0) != nil }) else {
            return
        }
        guard let lastFour = cells.lastFour ?? customer.creditCard?.lastFour else {
            rows[index].fail(.cardLastFour, "a value is missing to keep a card")
            return
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
            set(\.expiry, of: card, .cardExpiry, to: cells.expiry?.description, row: index)
        }
    }

    private func newCard(of customer: Customer) -> CreditCard {
        let card = CreditCard(context: context)
        card.customer = customer
        return card
    }

    /// The last four digits, with the leading zeros that a spreadsheet drops. Nil if the cell is
    /// empty.
    private func lastFour(_ index: Int) throws(RowFault) -> String? {
        guard let text = rows[index].text(.cardLastFour) else { return nil }
        let digits = text.filter { $0.isASCII && $0.isNumber }
        guard digits.count == text.count else {
            throw RowFault(.cardLastFour, "it has the last four digits and nothing else")
        }
        guard digits.count <= 4 else {
            throw RowFault(
                .cardLastFour, "it has \(digits.count) digits; no more than the last four are kept")
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
