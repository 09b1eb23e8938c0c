import Domain

/// What the form of a resource posted: what was typed, and what its fields were filled with when it
/// was given out.
struct PostedForm: Sendable {
    /// The fields as they were typed.
    let typed: FormData
    /// What the fields were filled with, by their names; empty from programs.
    let shown: [String: String]
    private let guarded: GuardedForm

    init(_ form: FormData) {
        var (fields, shown) = (FormData(), [String: String]())
        form.files.forEach { fields.append($0) }
        for field in form.fields {
            if let name = Self.shownField(field.name) {
                // The number of a card is no value that anything was filled with.
                if !CardNumber.isCertain(in: field.value) { shown[name] = field.value }
            } else {
                fields.append(field)
            }
        }
        guarded = GuardedForm(fields)
        typed = guarded.form
        self.shown = shown
    }

    /// What was typed in a field; nil if it was not posted.
    ///
    /// Of several texts under one name the first was typed, the others were offered to choose from.
    func text(_ name: String) -> String? { typed.values(name).first }

    /// Whether a field is as it was given out, so that it says nothing about the record.
    func isUntouched(_ name: String) -> Bool {
        guard let shown = shown[name] else { return false }
        return typed.values(name).allSatisfy { $0 == shown }
    }

    /// Reads the fields that a person has touched.
    var decoder: FormDecoder {
        var touched = typed
        touched.remove(where: isUntouched)
        var decoder = FormDecoder(touched)
        guarded.faults.forEach { decoder.fail($0) }
        return decoder
    }

    /// The version that the form was filled from; nil where the last write wins.
    func version(_ decoder: inout FormDecoder) -> Int64? {
        decoder.integer("version", label: "Version", in: 0...Int.max).value.map(Int64.init)
    }

    /// The name of the hidden field with what a field was filled with.
    static func shownName(_ field: String) -> String { "shown[\(field)]" }

    private static func shownField(_ name: String) -> String? {
        guard name.hasPrefix("shown["), name.hasSuffix("]") else { return nil }
        return String(name.dropFirst("shown[".count).dropLast())
    }
}
