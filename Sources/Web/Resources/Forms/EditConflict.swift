/// A form that came after somebody else's change, compared in three states: as the form was given
/// out, as the record is saved, as it was typed.
struct EditConflict: Error {
    /// The record as it is saved now.
    let saved: RecordState

    /// The conflict for programs, with the record as it is saved now.
    var error: SiteError {
        var error = SiteError.stale(
            "It has version \(saved.record.version) now. "
                + "Read it again, or post without a version.")
        error.members = [("current", saved.record.document)]
        return error
    }
}

extension PostedForm {
    /// Whether a record was changed in a way that saving the form would undo, or that the person has
    /// not seen.
    ///
    /// A version alone, which programs send, has to be the record's own. A form of this site says
    /// too what its fields were filled with: while that is what is saved, or what was typed is, saving
    /// the form undoes nothing. A version also rises with what no form shows, or what a form from before
    /// an upgrade does not know.
    func isStale(_ version: Int64?, _ rowVersion: Int64, _ saved: [String: String]) -> Bool {
        guard let version, version != rowVersion else { return false }
        guard !shown.isEmpty else { return true }
        return saved.contains { name, text in
            let isInForm = shown[name] != nil || self.text(name) != nil
            return isInForm && shown[name] != text && self.text(name) != text
        }
    }

    /// Whether a field of one's own goes before what is saved.
    func isMine(_ name: String, saved: String) -> Bool {
        guard let text = text(name) else { return false }
        return text != saved && !isUntouched(name)
    }

    /// What was typed, without the fields in which what is saved goes before it.
    func mine(over saved: [String: String]) -> FormData {
        var mine = typed
        mine.remove { name in saved[name].map { !isMine(name, saved: $0) } ?? false }
        return mine
    }

    /// The fields in three states.
    ///
    /// - Parameters:
    ///   - fields: names and labels.
    ///   - saved: what is saved now, as it would stand in the fields.
    ///   - shown: the text of a field as people read it.
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
