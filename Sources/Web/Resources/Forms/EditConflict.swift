/// A form that came after somebody else's change, compared in three states: as the form was given
/// out, as the record is saved, as it was typed.
struct EditConflict<Values: RecordValues>: Error {
    /// The record as it is saved now.
    let saved: RecordState<Values>

    /// The conflict for programs, with the record as it is saved now.
    func error(_ json: JSONValue) -> SiteError {
        var error = SiteError.stale(
            "It has version \(saved.values.rowVersion) now. "
                + "Read it again, or post without a version.")
        error.members = [("current", json)]
        return error
    }
}

extension PostedForm {
    /// Whether a record was changed in a way that saving the form would undo, or that the person has
    /// not seen.
    ///
    /// A version alone, which programs send, has to be the record's own. A form of this site says
    /// too what its fields were filled with: while that is what is saved, or what was typed is, saving
    /// the form undoes nothing. A version also rises with what no form shows.
    func isStale(_ version: Int64?, _ rowVersion: Int64, _ saved: [String: String]) -> Bool {
        guard let version, version != rowVersion else { return false }
        guard !shown.isEmpty else { return true }
        return saved.contains { name, text in shown[name] != text && self.text(name) != text }
    }

    /// Whether a field of one's own goes before what is saved.
    func isMine(_ name: String, saved: String) -> Bool {
        guard let text = text(name) else { return false }
        return text != saved && !isUntouched(name)
    }

    /// The fields in three states.
    func comparison(
        _ fields: [RecordField], _ texts: [String: String], _ options: [String: [SelectOption]]
    ) -> [ConflictRow] {
        fields.map { field in
            let saved = texts[field.name] ?? ""
            let isMine = isMine(field.name, saved: saved)
            func shown(_ text: String) -> String {
                options[field.name]?.first { $0.value == text }?.label ?? text
            }
            let before = self.shown.isEmpty ? nil : self.shown[field.name] ?? ""
            return ConflictRow(
                field.label, before: before.map(shown), saved: shown(saved),
                typed: isMine ? shown(text(field.name) ?? "") : nil)
        }
    }
}
