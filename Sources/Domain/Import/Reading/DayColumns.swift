/// A column with days of which it is not clear whether the day or the month comes first.
public struct OpenDayColumn: Sendable, Hashable, Codable {
    /// Its name in the file.
    public let name: String
    /// The first such day as it is written, and what it can mean.
    public let text: String
    public let dayFirst: String
    public let monthFirst: String
    /// What a person said of it; nil for nothing.
    public var order: DayOrder?
}

/// Finds out, as the rows of a file go by, in which of its columns the day comes first, and in which the month: one
/// day such as `24/10/2014` decides it for its whole column.
struct DayColumns {
    private struct Column {
        let index: Int
        let name: String
        let place: ImportHeader.Place
        var orders = Set(DayOrder.allCases)
        var open: OpenDayColumn?
    }

    private var columns: [Column]

    init(_ header: ImportHeader) {
        columns = header.places.enumerated().compactMap { index, place in
            guard let place, place.column.isDay || place.column == .fields else { return nil }
            return Column(index: index, name: header.names[index], place: place)
        }
    }

    /// Looks at a row, whose cells are as the file has them.
    mutating func add(_ cells: [String]) {
        for place in columns.indices where columns[place].index < cells.count {
            let cell = ImportRow.plain(
                cells[columns[place].index], columns[place].place.column, isDefused: true)
            // A year in front leaves nothing open, and most days have it there.
            guard !cell.utf8.prefix(4).allSatisfy({ (0x30...0x39).contains($0) }),
                let day = WrittenMoment(cell)?.day, day.hasOrder
            else { continue }
            guard let first = day.dayFirst, let second = day.monthFirst else {
                if let only = day.onlyOrder { columns[place].orders.formIntersection([only]) }
                continue
            }
            if first != second, columns[place].open == nil {
                columns[place].open = OpenDayColumn(
                    name: columns[place].name, text: cell, dayFirst: first.description,
                    monthFirst: second.description)
            }
        }
    }

    /// The orders by which days of the file are read, under the keys of ``ImportRows/dayOrders``, and the columns
    /// that only a person can decide.
    func result(_ said: DayOrders?) -> (orders: [String: DayOrder], open: [OpenDayColumn]) {
        var (orders, open): ([String: DayOrder], [OpenDayColumn]) = ([:], [])
        for column in columns {
            guard var asked = column.open else { continue }
            let decided = column.orders.count == 1 ? column.orders.first : nil
            asked.order = said?.order(of: column.name)
            orders[column.place.dayKey] = decided ?? asked.order
            if decided == nil { open.append(asked) }
        }
        return (orders, open)
    }
}

extension ImportHeader.Place {
    /// What the order of the days in the column is kept under.
    fileprivate var dayKey: String { ImportRows.dayKey(column, field: label) }
}
