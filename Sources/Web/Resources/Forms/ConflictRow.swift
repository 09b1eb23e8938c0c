/// One property in the three states of a conflict.
struct ConflictRow: Sendable {
    var label: String
    // The value when the form was opened, if known.
    var hasBefore: Bool
    var before: String
    /// The saved value.
    var saved: String
    /// The input; the saved value if the field was not touched.
    var typed: String
    /// Whether the form changed it.
    var isMine: Bool
    /// Whether both sides changed it, to different values.
    var isDifferent: Bool
    // The side that changed it: `changed elsewhere`.
    var pill: String

    /// A property in three states.
    ///
    /// - Parameters:
    ///   - before: nil if the initial text of the form is unknown.
    ///   - typed: nil if the field was not touched.
    init(_ label: String, before: String?, saved: String, typed: String?) {
        let isTheirs = before.map { $0 != saved } ?? false
        self.label = label
        hasBefore = before != nil
        self.before = before ?? ""
        self.saved = saved
        self.typed = typed ?? saved
        isMine = typed != nil
        isDifferent = isMine && (isTheirs || before == nil)
        pill =
            switch (isMine, isTheirs) {
            case (true, true): "changed by both"
            case (true, false): before == nil ? "differs" : "changed by you"
            case (false, true): "changed elsewhere"
            case (false, false): ""
            }
    }
}
