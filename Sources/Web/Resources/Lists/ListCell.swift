import Domain

/// A cell behind the name of a row.
struct ListCell: Sendable, Hashable {
    /// The classes of the cell, which are those of its column.
    var style = ""
    /// The text, if there is nothing more to it: a template looks at as few names as it can, because
    /// lists have hundreds of cells.
    var text = ""
    /// What else there is to it; at most one.
    var parts: [Parts] = []

    /// A text with what belongs to it, or something else than a text.
    struct Parts: Sendable, Hashable {
        /// What stands before the text where a row is a card: `at `.
        var lead = ""
        var text = ""
        /// What stands behind the text where a row is a card: ` sold`.
        var unit = ""
        /// Whether the text stands for nothing: `Never`.
        var isNone = false
        /// Where the text leads.
        var path = ""
        /// The text is a day or an instant, which this is for programs.
        var time = ""
        /// A share in per cent, as a bar: `37.5`.
        var bar = ""
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

    /// A share of the whole; nothing if it is nil.
    init(share: String?) {
        parts = share.map { [Parts(bar: $0)] } ?? []
    }

    /// A day or an instant; words instead if there is none.
    init(_ text: String, time: String?, none: String) {
        parts = [
            Parts(
                text: time == nil ? none : text, isNone: time == nil,
                time: time ?? "")
        ]
    }
}

extension ListCell {
    /// The value of a record in a column.
    init(_ value: FieldValue, _ column: ListColumn, in currency: Currency) {
        switch value {
        case .money(let amount): self.init(amount.map(currency.text) ?? "")
        case .day(let day):
            self.init(
                day.map { DayText.short($0) } ?? "", time: day?.description, none: column.none)
        case .integer(let number): self.init(number.map { "\(Int($0), grouped: true)" } ?? "")
        case .quantity(let quantity): self.init(quantity.map { "\($0, grouped: true)" } ?? "")
        case .record(let record): self.init(record?.label ?? column.none)
        case .item(let item): self.init(item?.name ?? "")
        default: self.init(value.text)
        }
    }

    /// As ``FramedFragment/visitTexts(_:)``.
    mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&text)
        for index in parts.indices { parts[index].visitTexts(visit) }
    }
}

extension ListCell.Parts {
    fileprivate mutating func visitTexts(_ visit: (inout String) -> Void) {
        visit(&lead)
        visit(&text)
        visit(&unit)
        visit(&path)
        visit(&time)
        visit(&bar)
    }
}
