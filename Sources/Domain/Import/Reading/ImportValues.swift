import Foundation

/// A day or an instant in a cell.
enum ImportDate: Hashable, CustomStringConvertible {
    case day(CalendarDay)
    /// The instant, with its day in its own time zone.
    case instant(Date, CalendarDay)

    /// Parses a day as ``CalendarDay/init(parsing:)`` does, or an instant: `2026-11-21T10:30:00Z`.
    ///
    /// - Throws: ``CalendarDayFault`` with the fault, or with both readings.
    init(parsing text: String) throws(CalendarDayFault) {
        guard let moment = WrittenMoment(text) else { throw .unreadable(text) }
        let day = try moment.day.only(of: text)
        if moment.isDay {
            self = .day(day)
        } else if let seconds = moment.seconds, let offset = moment.offset {
            self = .instant(day.date + seconds - Double(offset), day)
        } else {
            throw .hasTime(text)
        }
    }

    init?(_ text: String) {
        guard let date = try? ImportDate(parsing: text) else { return nil }
        self = date
    }

    /// The day in the notation of the cell.
    var day: CalendarDay {
        switch self {
        case .day(let day), .instant(_, let day): day
        }
    }

    /// The instant; for a day, midnight in UTC.
    var date: Date {
        switch self {
        case .day(let day): day.date
        case .instant(let date, _): date
        }
    }

    /// Whether a stored date is the same, in the precision of the cell.
    func isSame(as date: Date?) -> Bool {
        guard let date else { return false }
        switch self {
        case .day(let day): return CalendarDay(date) == day
        case .instant(let instant, _): return abs(instant.timeIntervalSince(date)) < 0.001
        }
    }

    /// The day, or the instant in the format of tables.
    var description: String {
        switch self {
        case .day(let day): day.description
        case .instant(let date, _): Self.text(date)
        }
    }

    /// An instant in the format of an export: in UTC, with milliseconds.
    static func text(_ date: Date?) -> String {
        guard let date else { return "" }
        let milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded())
        let fraction = ((milliseconds % 1000) + 1000) % 1000
        let whole = (milliseconds - fraction) / 1000
        let day = CalendarDay(Date(timeIntervalSince1970: Double(whole)))
        let seconds = whole - Int(day.date.timeIntervalSince1970)
        func padded(_ number: Int, _ width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(width - digits.count, 0)) + digits
        }
        return "\(day)T\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):"
            + padded(seconds % 60) + (fraction == 0 ? "" : ".\(padded(fraction, 3))") + "Z"
    }
}

/// The replacement for a number that another program allows but items here cannot have: half a
/// piece, zero, fractions of a cent.
struct ImportFigure: Hashable {
    /// The text that replaces the cell: the nearest possible number, or ``none``.
    let text: String
    /// Whether the number differs, so that the original is kept in the notes.
    let isChanged: Bool

    /// The text for a quantity of zero: the item is imported, and worth nothing.
    static let none = "none"

    /// The replacement for a quantity that is not a positive integer; nil for a valid one.
    init?(quantity cell: String) {
        guard !cell.isEmpty, Int(cell).map({ !Item.quantities.contains($0) }) ?? true else {
            return nil
        }
        guard let exact = Self.number(cell) else {
            self.init(text: "1", isChanged: true)
            return
        }
        guard exact > 0 else {
            self.init(text: Self.none, isChanged: true)
            return
        }
        let whole = min(
            max(Self.rounded(exact, places: 0), Decimal(Item.quantities.lowerBound)),
            Decimal(Item.quantities.upperBound))
        self.init(text: "\(whole)", isChanged: whole != exact)
    }

    /// The replacement for an amount that is negative or has fractions of a cent; nil for a valid
    /// one.
    init?(amount cell: String) {
        guard let exact = Self.number(cell) else { return nil }
        if exact < 0 {
            self.init(text: "", isChanged: true)
        } else if !Money.hasCentsAtMost(exact) {
            self.init(text: Money.plainText(Self.rounded(exact, places: 2)), isChanged: true)
        } else {
            return nil
        }
    }

    private init(text: String, isChanged: Bool) { (self.text, self.isChanged) = (text, isChanged) }

    /// A number in the notation of programs; nil for other texts.
    private static func number(_ cell: String) -> Decimal? {
        guard (1...40).contains(cell.count), cell.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil
        else { return nil }
        return Decimal(string: cell, locale: Locale(identifier: "en_US_POSIX"))
    }

    private static func rounded(_ number: Decimal, places: Int) -> Decimal {
        var (exact, rounded) = (number, Decimal())
        NSDecimalRound(&rounded, &exact, places, .plain)
        return rounded
    }
}

// MARK: - Notations of columns

/// The user's choices of the order of day and month in the columns of a file.
public struct DayOrders: Sendable, Hashable, Codable {
    /// The order in all columns without a choice of their own.
    private var usual: DayOrder?
    private var orders: [String: DayOrder] = [:]
    /// The names of the columns with a choice, as typed.
    private(set) var names: [String] = []

    /// Parses lines: `day-first`, for all columns, and `Purchase date = month-first`. If several
    /// lines name a column, the last one counts; nothing after the equals sign is no choice.
    ///
    /// - Throws: ``ImportFault`` for an invalid line.
    public init(_ text: String) throws(ImportFault) {
        for line in text.split(whereSeparator: \.isNewline) {
            let mark = line.lastIndex(of: "=")
            let said = ImportRow.oneLine(
                String(mark.map { line[line.index(after: $0)...] } ?? line))
            guard !said.isEmpty else { continue }
            guard let order = DayOrder(rawValue: said.lowercased()) else {
                throw .noDayOrder(line: String(line.prefix(100)))
            }
            if let mark {
                let name = ImportRow.oneLine(String(line[..<mark]))
                orders[ColumnMapping.key(name)] = order
                names.append(name)
            } else {
                usual = order
            }
        }
    }

    /// The order in a column, by its name in the file; nil without a choice.
    func order(of name: String) -> DayOrder? { orders[ColumnMapping.key(name)] ?? usual }
}

/// A column with days whose order of day and month is unclear.
public struct OpenDayColumn: Sendable, Hashable, Codable {
    /// Its name in the file.
    public let name: String
    /// The first such day as written, with its readings.
    public let text: String
    public let dayFirst: String
    public let monthFirst: String
    /// The user's choice; nil for none.
    public var order: DayOrder?
}

/// Detects the notations of days and numbers in the columns of a file: one day such as `24/10/2014`
/// decides the order in its whole column, and one number such as `1.299,00` the decimal mark.
struct ColumnNotations {
    private struct Column {
        let index: Int
        let name: String
        let place: ImportHeader.Place
        var orders = Set(DayOrder.allCases)
        var open: OpenDayColumn?
        var decimalMarks: Set<Character> = []
    }

    private var columns: [Column]

    init(_ header: ImportHeader) {
        columns = header.places.enumerated().compactMap { index, place in
            guard let place,
                place.column.isDay || place.column == .fields || place.column.hasDecimalMark
            else { return nil }
            return Column(index: index, name: header.names[index], place: place)
        }
    }

    /// Reads a row, with its cells as in the file.
    mutating func add(_ cells: [JSONCell]) {
        for place in columns.indices where columns[place].index < cells.count {
            let column = columns[place].place.column
            if columns[place].decimalMarks.count > 1 { continue }
            let value = cells[columns[place].index]
            let cell = ImportRow.plain(value.text, column, isDefused: true)
            if column.hasDecimalMark {
                if case .number = value {
                    // No point in a number of JSON separates thousands.
                    if cell.contains(".") { columns[place].decimalMarks.insert(".") }
                } else if let mark = NumberMarks(cell)?.decimalMark {
                    columns[place].decimalMarks.insert(mark)
                }
            } else {
                addDay(cell, place)
            }
        }
    }

    private mutating func addDay(_ cell: String, _ place: Int) {
        // A year at the start, as most days have it, leaves nothing open.
        guard !cell.utf8.prefix(4).allSatisfy({ (0x30...0x39).contains($0) }),
            let day = WrittenMoment(cell)?.day, day.hasOrder
        else { return }
        guard let first = day.dayFirst, let second = day.monthFirst else {
            if let only = day.onlyOrder { columns[place].orders.formIntersection([only]) }
            return
        }
        if first != second, columns[place].open == nil {
            columns[place].open = OpenDayColumn(
                name: columns[place].name, text: cell, dayFirst: first.description,
                monthFirst: second.description)
        }
    }

    /// The notations of the columns, and the columns with days that only the user can decide.
    func result(_ said: DayOrders?) -> (found: CellNotations, open: [OpenDayColumn]) {
        var (notations, open): (CellNotations, [OpenDayColumn]) = (CellNotations(), [])
        for column in columns {
            let key = CellNotations.key(column.place.column, field: column.place.label)
            if column.decimalMarks.count == 1 {
                notations.decimalMarks[key] = column.decimalMarks.first.map { "\($0)" }
            }
            guard var asked = column.open else { continue }
            let decided = column.orders.count == 1 ? column.orders.first : nil
            asked.order = said?.order(of: column.name)
            notations.dayOrders[key] = decided ?? asked.order
            if decided == nil { open.append(asked) }
        }
        return (notations, open)
    }
}

/// The notations of days and numbers in columns whose single cells are ambiguous.
struct CellNotations: Sendable, Codable {
    /// The order of day and month.
    var dayOrders: [String: DayOrder] = [:]
    var decimalMarks: [String: String] = [:]

    var isEmpty: Bool { dayOrders.isEmpty && decimalMarks.isEmpty }

    static func key(_ column: ImportColumn, field: String? = nil) -> String {
        column == .fields ? "fields.\(field ?? "")" : column.rawValue
    }

    /// The cell of a column in the notation of this program.
    func text(_ cell: String, _ column: ImportColumn, field: String? = nil) -> String {
        let key = Self.key(column, field: field)
        if let order = dayOrders[key], let moment = WrittenMoment(cell), moment.isDay,
            moment.day.hasOrder, let day = moment.day.day(order)
        {
            return day.description
        }
        guard let mark = decimalMarks[key], let group = NumberMarks(cell)?.openMark,
            String(group) != mark
        else { return cell }
        return cell.filter { $0 != group }
    }
}

/// The separators in a written amount or quantity.
private struct NumberMarks {
    /// The decimal mark; nil if the text leaves it open.
    let decimalMark: Character?
    /// The only mark, before three digits, which may separate thousands; nil if there is none.
    let openMark: Character?

    /// Returns nil for a text without a mark.
    init?(_ text: String) {
        guard (2...40).contains(text.utf8.count) else { return nil }
        let marks = text.filter { $0 == "." || $0 == "," }
        guard let last = marks.last, let place = text.lastIndex(of: last) else { return nil }
        let digits = text[text.index(after: place)...].prefix { $0.isASCII && $0.isNumber }.count
        let isRepeated = marks.count > 1 && marks.allSatisfy { $0 == last }
        // No group of thousands follows a zero.
        let whole = text[..<place].filter(\.isNumber)
        let isOpen =
            marks.count == 1 && digits == 3 && (1...3).contains(whole.count) && whole.first != "0"
        openMark = isOpen ? last : nil
        decimalMark = isRepeated ? (last == "." ? "," : ".") : isOpen ? nil : last
    }
}
