/// The posted form of a resource: the input, and the initial texts of its fields.
struct PostedForm: Sendable {
    /// The input.
    let typed: FormData
    /// The initial texts of the fields, by name; empty from programs.
    let shown: [String: String]
    /// The uploaded photo, of a form with one.
    var photo = UploadedPhoto()

    init(_ form: FormData) {
        var (typed, shown) = (form, [String: String]())
        for field in form.fields {
            if let name = Self.shownField(field.name) { shown[name] = field.value }
        }
        typed.remove { Self.shownField($0) != nil }
        self.typed = typed
        self.shown = shown
    }

    /// The input of a field; nil if it was not posted.
    ///
    /// If several texts have one name, the user typed the first; the others are offered readings.
    func text(_ name: String) -> String? { typed.values(name).first }

    /// Whether a field has its initial text, so that it does not change the record.
    func isUntouched(_ name: String) -> Bool {
        guard let shown = shown[name] else { return false }
        return typed.values(name).allSatisfy { $0 == shown }
    }

    /// Decodes the fields that the user has touched.
    var decoder: FormDecoder {
        var touched = typed
        touched.remove(where: isUntouched)
        return FormDecoder(touched)
    }

    /// The version that the form was filled from; nil if the last write wins.
    func version(_ decoder: inout FormDecoder) -> Int64? {
        decoder.integer("version", label: "Version", in: 0...Int.max).value.map(Int64.init)
    }

    /// The hidden fields with the initial texts of a form.
    static func hidden(_ texts: [String: String]) -> [HiddenField] {
        texts.sorted { $0.key < $1.key }.map {
            HiddenField(name: shownName($0.key), value: $0.value)
        }
    }

    /// The name of the hidden field with the initial text of a field.
    static func shownName(_ field: String) -> String { "shown[\(field)]" }

    /// The field whose initial text a hidden field contains; nil for any other field.
    static func shownField(_ name: String) -> String? {
        guard name.hasPrefix("shown["), name.hasSuffix("]") else { return nil }
        return String(name.dropFirst("shown[".count).dropLast())
    }
}
