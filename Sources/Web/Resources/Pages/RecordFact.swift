/// Something that is known of a record, on its page (`records/_fact`).
struct RecordFact: Sendable {
    var label: String
    var text: String
    /// Where it leads.
    var path = ""
    /// Whether it is text of several lines.
    var isLong = false

    init(_ label: String, _ text: String, path: String? = nil, isLong: Bool = false) {
        self.label = label
        self.text = text
        self.path = path ?? ""
        self.isLong = isLong
    }
}
