/// A text of papers for customers that stands alone or is filled with values. Its raw value is its key in the
/// files of texts; `{number}` and its like are places for values.
enum PaperText: String, CaseIterable, Sendable {
    /// What the language calls itself.
    case language

    // Titles.
    case receipt, `return`, sale, payment, quote, invoice, creditNote

    // What tells a paper from others.
    case number, issueDay, saleDay, due, originalInvoice, currency, iban, validUntil
    case buyerReference, buyerTaxNumber, buyerVATNumber, taxNumber, vatNumber, personRemoved

    // Below the lines.
    case subtotal, discount, discountOf, lineDiscount, includedTax, addedTax, noTax, allTaxes
    case paid, refunded, given, change, stillToPay, paidAlready, refundedAlready, dueBy,
        inYourFavour
    case thanks

    // What a return and a payment belong to.
    case returnOf, forSale, forReturn, saleTotal, returnTotal

    // The days of a statement.
    case allPurchases, fromTo, from, to
}
