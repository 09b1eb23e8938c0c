/// What was typed in a form that could not be answered as it was meant, through no fault of the form: the page
/// that says so holds it, ready to be sent again.
struct SentForm: Sendable {
    /// A field as a person knows it.
    struct Typed: Sendable {
        var label: String
        var value: String
    }

    /// All fields, those that nobody sees among them.
    var fields: [HiddenField]
    /// Those that somebody has filled in.
    var typed: [Typed]
    var hasTyped: Bool
    /// What is said of files, which are not kept; empty without any.
    var aboutFiles: String
    var hasFiles: Bool

    /// - Returns: nil for a form with a password, or with what confirms one, which stand on no page.
    init?(_ form: FormData) {
        guard !form.fields.contains(where: { Self.isSecret($0.name) }) else { return nil }
        fields = form.fields.map { HiddenField(name: $0.name, value: $0.value) }
        typed = form.fields.filter { Self.isTyped($0) }.map {
            Typed(label: FormText.label(of: $0.name), value: $0.value)
        }
        hasTyped = !typed.isEmpty
        let names = form.files.map(\.fileName).filter { !$0.isEmpty }
        hasFiles = !names.isEmpty
        aboutFiles = Self.words(ofFiles: names)
    }

    /// What is said of files by their names; empty without any.
    static func words(ofFiles names: [String]) -> String {
        guard !names.isEmpty else { return "" }
        return
            "Files are not kept here (\(names.joined(separator: ", "))): choose them again afterwards, or go back "
            + "in the browser and send the form from there."
    }

    private static func isSecret(_ name: String) -> Bool {
        name.lowercased().contains("password") || ["secret", "code"].contains(name)
    }

    private static func isTyped(_ field: FormData.Field) -> Bool {
        !field.value.isEmpty && PostedForm.shownField(field.name) == nil
            && ![TakenForms.field, "version"].contains(field.name)
    }
}
