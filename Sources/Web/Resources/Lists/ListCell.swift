import Mustache

/// A cell behind the name of a row.
struct ListCell: Sendable {
    /// The classes of the cell, which are those of its column.
    var style = ""
    /// What stands before the text where a row is a card: `at `.
    var lead = ""
    var text: String
    /// What stands behind the text where a row is a card: ` sold`.
    var unit = ""
    /// Whether the text stands for nothing: `Never`.
    var isNone = false
    /// The text is a day or an instant, which this is for programs.
    var hasTime = false
    var time = ""

    init(_ text: String, lead: String = "", unit: String = "", isNone: Bool = false) {
        self.text = text
        self.lead = lead
        self.unit = unit
        self.isNone = isNone
    }

    /// A day or an instant; words instead if there is none.
    init(_ text: String, time: String?, none: String) {
        self.init(time == nil ? none : text, isNone: time == nil)
        self.time = time ?? ""
        hasTime = time != nil
    }
}

extension ListCell: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "style": style
        case "lead": lead
        case "text": text
        case "unit": unit
        case "isNone": isNone
        case "hasTime": hasTime
        case "time": time
        default: nil
        }
    }
}
