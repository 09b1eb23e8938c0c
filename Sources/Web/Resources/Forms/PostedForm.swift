/// What the form of a resource posted: what was typed, and what its fields were filled with when it
/// was given out.
struct PostedForm: Sendable {
    /// The fields as they were typed.
    let typed: FormData
    /// What the fields were filled with, by their names; empty from programs.
    let shown: [String: String]

    init(_ form: FormData) {
        var (typed, shown) = (form, [String: String]())
        for field in form.fields {
            if let name = Self.shownField(field.name) { shown[name] = field.value }
        }
        typed.remove { Self.shownField($0) != nil }
        self.typed = typed
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
        return FormDecoder(touched)
    }

    /// The version that the form was filled from; nil where the last write wins.
    func version(_ decoder: inout FormDecoder) -> Int64? {
        decoder.integer("version", label: "Version", in: 0...Int.max).value.map(Int64.init)
    }

    /// The hidden fields that carry what a form was filled with.
    static func hidden(_ texts: [String: String]) -> [HiddenField] {
        texts.sorted { $0.key < $1.key }.map {
            HiddenField(name: shownName($0.key), value: $0.value)
        }
    }

    /// The name of the hidden field with what a field was filled with.
    static func shownName(_ field: String) -> String { "shown[\(field)]" }

    /// The field whose first value a hidden field carries; nil for any other field.
    static func shownField(_ name: String) -> String? {
        guard name.hasPrefix("shown["), name.hasSuffix("]") else { return nil }
        return String(name.dropFirst("shown[".count).dropLast())
    }
}
