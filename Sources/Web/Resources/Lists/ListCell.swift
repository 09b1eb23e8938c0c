import Domain
import Foundation

/// A cell after the name of a row.
struct ListCell: Sendable, Hashable {
    /// The CSS classes of the cell, from its column.
    var style = ""
    /// The text, if the cell has nothing else. Lists have hundreds of cells, so a template looks up
    /// few names for each.
    var text = ""
    /// The other parts, if the cell has any; at most one.
    var parts: [Parts] = []

    /// A text with its additions, or something else.
    struct Parts: Sendable, Hashable {
        /// The text in a table, if that in a card is another: `14`.
        var brief = ""
        /// The text before it in a card: `at `.
        var lead = ""
        var text = ""
        /// The text after it in a card: ` sold`.
        var unit = ""
        /// Whether the text means no value: `Never`.
        var isNone = false
        /// The target of the text as a link.
        var path = ""
        /// The day or instant of the text, for programs.
        var time = ""
        /// A percentage as a bar: `37.5`.
        var bar = ""
        /// A word as a label.
        var pill = ""
    }

    init(
        _ text: String, lead: String = "", unit: String = "", isNone: Bool = false,
        path: String? = nil
    ) {
        guard isNone || path != nil || !lead.isEmpty || !unit.isEmpty else {
            self.text = text
            return
        }
        parts = [
            Parts(
                lead: lead, text: text, unit: unit,
                isNone: isNone, path: path ?? "")
        ]
    }

    /// A text with a longer one in a card.
    init(_ brief: String, inCard text: String) {
        parts = [Parts(brief: brief, unit: text)]
    }

    /// A share of the whole; an empty cell if nil.
    init(share: String?) {
        parts = share.map { [Parts(bar: $0)] } ?? []
    }

    /// A word as a label.
    init(pill: String) {
        parts = [Parts(pill: pill)]
    }

    /// A day or an instant; a text for none.
    init(_ text: String, time: String?, none: String) {
        parts = [
            Parts(
                text: time == nil ? none : text, isNone: time == nil,
                time: time ?? "")
        ]
    }
}

extension ListCell {
    /// A day; a text, which is empty by default, for none.
    init(day: CalendarDay?, none: String = "") {
        self.init(day.map { DayText.short($0) } ?? "", time: day?.description, none: none)
    }

    /// The day of an instant, empty if there is none.
    init(_ date: Date?) {
        self.init(
            date.map { DateText.short($0) } ?? "", time: date.map(ISO8601Text.utc), none: "")
    }

    /// The value of a record in a column.
    init(_ value: FieldValue, _ column: ListColumn, in currency: Currency) {
        switch value {
        case .money(let amount): self.init(amount.map(currency.text) ?? "")
        case .day(let day): self.init(day: day, none: column.none)
        case .integer(let number): self.init(number.map { "\(Int($0), grouped: true)" } ?? "")
        case .quantity(let quantity): self.init(quantity.map { "\($0, grouped: true)" } ?? "")
        case .record(let record): self.init(record?.label ?? column.none)
        case .item(let item): self.init(item?.name ?? "")
        default: self.init(value.text)
        }
    }

    /// As in ``FramedFragment/visitTexts(_:)``.
    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&text)
        for index in parts.indices { parts[index].visitTexts(visit) }
    }
}

extension ListCell.Parts {
    fileprivate mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&brief)
        visit(&lead)
        visit(&text)
        visit(&unit)
        visit(&path)
        visit(&time)
        visit(&bar)
        visit(&pill)
    }
}
