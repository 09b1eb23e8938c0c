/// One property in the states that a conflict has.
struct ConflictRow: Sendable {
    var label: String
    // As it was when the form was opened, where that is known.
    var hasBefore: Bool
    var before: String
    /// As it is saved now.
    var saved: String
    /// As it was typed; as it is saved now where it was left alone.
    var typed: String
    /// Whether it was changed in the form.
    var isMine: Bool
    /// Whether both changed it, to different values.
    var isDifferent: Bool
    // Who changed it: `changed elsewhere`.
    var pill: String

    /// A property in three states.
    ///
    /// - Parameters:
    ///   - before: nil if it is not known what the form was filled with.
    ///   - typed: nil if it was left alone in the form.
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
