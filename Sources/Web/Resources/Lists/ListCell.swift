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
    /// Where the text leads.
    var hasPath = false
    var path = ""
    /// A share in per cent, as a bar: `37.5`.
    var hasBar = false
    var bar = ""
    /// The text is a day or an instant, which this is for programs.
    var hasTime = false
    var time = ""

    init(
        _ text: String, lead: String = "", unit: String = "", isNone: Bool = false,
        path: String? = nil
    ) {
        self.text = text
        hasPath = path != nil
        self.path = path ?? ""
        self.lead = lead
        self.unit = unit
        self.isNone = isNone
    }

    /// A share of the whole; nothing if it is nil.
    init(share: String?) {
        self.init("")
        hasBar = share != nil
        bar = share ?? ""
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
        case "hasPath": hasPath
        case "path": path
        case "hasBar": hasBar
        case "bar": bar
        case "hasTime": hasTime
        case "time": time
        default: nil
        }
    }
}
