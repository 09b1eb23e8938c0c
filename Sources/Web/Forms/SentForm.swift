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
    /// What is said of what is not kept, a sentence each.
    var losses: [String]

    /// - Returns: nil for a form with a password, or with what confirms one, which stand on no page.
    init?(_ form: FormData) {
        guard !form.fields.contains(where: { Self.isSecret($0.name) }) else { return nil }
        fields = form.fields.map { HiddenField(name: $0.name, value: $0.value) }
        typed = form.fields.filter { Self.isTyped($0) }.map {
            Typed(label: Self.label(of: $0.name), value: $0.value)
        }
        losses = Self.losses(of: form)
    }

    private static func losses(of form: FormData) -> [String] {
        var losses: [String] = []
        let files =
            form.files.map(\.fileName).filter { !$0.isEmpty }
            + form.oversizedFiles.map { ByteCount.text($0.byteCount) }
        if !files.isEmpty {
            losses.append(
                "Files are not kept here (\(files.joined(separator: ", "))): choose them again afterwards, or go "
                    + "back in the browser and send the form from there.")
        }
        if form.hadCardNumber || !form.cardFaults.isEmpty {
            losses.append(
                "Card numbers are not stored: go back in the browser, or type it again afterwards."
            )
        }
        return losses
    }

    /// `Kind` for `payments[0][kind]`.
    private static func label(of name: String) -> String {
        let label = FormText.label(of: name)
        guard label == name, let last = name.split(whereSeparator: "[]".contains).last else {
            return FormText.capitalized(label)
        }
        return FormText.capitalized(FormText.label(of: String(last)))
    }

    private static func isSecret(_ name: String) -> Bool {
        name.lowercased().contains("password") || ["secret", "code"].contains(name)
    }

    private static func isTyped(_ field: FormData.Field) -> Bool {
        !field.value.isEmpty && PostedForm.shownField(field.name) == nil
            && ![TakenForms.field, "version", "next"].contains(field.name)
    }
}
