/// A sale that rows of a file are about.
final class SaleRows {
    let sale: Sale
    let isNew: Bool
    /// Whether the file gives it no number: which one it gets is settled when it is saved.
    var isUnnumbered = false
    /// Whether it is of a day that is closed.
    var isOfClosedDay = false
    /// The first row that is about it.
    let first: Int
    /// Its lines, those of the file among them.
    var lines: [SaleLine]
    /// How many rows were about it so far.
    var rowCount = 0

    init(_ sale: Sale, isNew: Bool, first: Int) {
        self.sale = sale
        self.isNew = isNew
        self.first = first
        lines = isNew ? [] : sale.lines.map { $0 }
    }

    /// Why the lines stay as they are; nil if they may change.
    var lock: String? {
        guard !isNew else { return nil }
        if sale.isVoid { return "sale \(sale.number) is void; its lines stay as they are" }
        if let invoice = sale.invoice {
            return "sale \(sale.number) has invoice \(invoice.number); its lines stay as they are"
        }
        if isOfClosedDay { return "its day is closed; its lines stay as they are" }
        if sale.isReturn { return "\(sale.number) is a return; its lines stay as they are" }
        return sale.returns.contains { !$0.isVoid }
            ? "something came back from sale \(sale.number); its lines stay as they are" : nil
    }
}
