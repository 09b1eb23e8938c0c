/// The fields of a form that failed for reasons outside the form. The error page shows them, ready
/// to be sent again.
struct FormResubmission: Sendable {
    /// A field under its label.
    struct Typed: Sendable {
        var label: String
        var value: String
    }

    /// All fields, including hidden ones.
    var fields: [HiddenField]
    /// The fields that the user has filled in.
    var typed: [Typed]
    /// The sentences that say which input is lost.
    var losses: [String]

    /// - Returns: nil for a form with a password or its confirmation, which no page shows.
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
            && ![IdempotencyKeys.field, "version", "next"].contains(field.name)
    }
}
