/// An edit that conflicts with another user's change, compared in three states: the form as it was
/// opened, the saved record, and the input.
struct EditConflict<Saved: Sendable>: Error {
    /// The saved record.
    let saved: Saved
    /// The conflict as an error for programs, with the saved record.
    let error: SiteError

    init(_ saved: Saved, version: Int64, _ document: JSONValue) {
        self.saved = saved
        error = .stale(version, document)
    }
}

extension PostedForm {
    /// Whether the saved record has changes that the form would undo, or that the user has not
    /// seen.
    ///
    /// Programs send a version alone, which must be the record's. Forms of this site also send the
    /// initial texts of their fields. As long as each saved value equals the initial text or the
    /// input, the form undoes nothing: versions also rise with values that the form does not have.
    func isStale(_ version: Int64?, _ rowVersion: Int64, _ saved: [String: String]) -> Bool {
        guard let version, version != rowVersion else { return false }
        guard !shown.isEmpty else { return true }
        return saved.contains { name, text in
            let isInForm = shown[name] != nil || self.text(name) != nil
            return isInForm && shown[name] != text && self.text(name) != text
        }
    }

    /// Whether the input of a field overrides the saved value.
    func isMine(_ name: String, saved: String) -> Bool {
        guard let text = text(name) else { return false }
        return text != saved && !isUntouched(name)
    }

    /// The input, without fields whose saved value is kept.
    func mine(over saved: [String: String]) -> FormData {
        var mine = typed
        mine.remove { name in saved[name].map { !isMine(name, saved: $0) } ?? false }
        return mine
    }

    /// The fields in three states.
    ///
    /// - Parameters:
    ///   - fields: names and labels.
    ///   - saved: the saved values as texts of the fields.
    ///   - shown: the text of a field for people.
    func comparison(
        _ fields: [(name: String, label: String)], _ saved: [String: String],
        shown: (_ name: String, _ text: String) -> String = { $1 }
    ) -> [ConflictRow] {
        fields.map { name, label in
            let (before, now) = (self.shown[name] ?? "", saved[name] ?? "")
            let typed = isMine(name, saved: now) ? text(name) : nil
            return ConflictRow(
                label, before: self.shown.isEmpty ? nil : shown(name, before),
                saved: shown(name, now), typed: typed.map { shown(name, $0) })
        }
    }
}

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
