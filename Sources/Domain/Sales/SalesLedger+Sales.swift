import Persistence

extension SalesLedger {
    /// The total of each sale in cents, below zero for a return, by record number.
    func centsBySale() -> [Int64: Int128] {
        var totals: [Int64: Int128] = [:]
        totals.reserveCapacity(indexOfRecord.count)
        for (number, index) in indexOfRecord { totals[number] = cents(at: index) }
        return totals
    }

    /// What was sold in a sale, by its record number; nil for one that counts nowhere.
    func sold(in number: Int64) -> SoldLines? {
        guard let index = indexOfRecord[number] else { return nil }
        return SoldLines(
            lines: lines[lineIndices(at: index)].map {
                SoldLines.Line(product: $0.product, quantity: $0.quantity)
            }, cents: cents(at: index))
    }

    private func cents(at index: Int) -> Int128 {
        var cents: Int128 = 0
        for line in lines[lineIndices(at: index)] {
            cents += Int128(line.quantity) * Int128(line.unitPrice)
            if line.extra >= 0 { cents += Int128(extras[Int(line.extra)].adjustment) }
        }
        return sales[index].isReturn ? -cents : cents
    }

    private func lineIndices(at index: Int) -> Range<Int> {
        let end = index + 1 < sales.count ? sales[index + 1].firstLine : lines.count
        return sales[index].firstLine..<end
    }
}

/// The lines of a sale as a list shows them.
struct SoldLines: Sendable {
    /// A product, by record number, and how many of it.
    struct Line: Sendable {
        var product: Int64
        var quantity: Int32
    }

    var lines: [Line] = []
    /// What the lines come to; below zero for a return.
    var cents: Int128 = 0
}
