import Domain

/// The form of a record: its fields, and the version that they were filled from.
struct RecordForm: Sendable {
    /// The action of the form.
    var path: String
    /// The target of “Cancel”.
    var cancelPath: String
    /// `Save product`.
    var saveLabel: String
    /// The version that the form was filled from; empty for a new record.
    var version = ""
    var idempotencyKey = ""
    var summary = FaultSummary()
    /// The fields that are always shown.
    var fields: [RecordFormField] = []
    /// The controls for a photo, at most one.
    var photos: [PhotoField] = []
    /// The fields of the collapsed part, and its heading.
    var details: [RecordFormField] = []
    var detailsLabel = ""
    /// Whether the part is expanded, because one of its fields has a text or a fault.
    var hasDetails = false
    /// The noun in the names of a form with a collapsed part: `item`.
    var noun = ""
    /// Whether another record can be added after this one.
    var offersAnother = false
}

extension RecordForm {
    /// The form of a new record.
    ///
    /// - Parameters:
    ///   - fields: the fields. Default: those of the resource.
    ///   - options: the options of the fields for relationships.
    ///   - texts: the initial texts of the fields.
    ///   - posted: the rejected input, or the values in the address; nil for none.
    init(
        new resource: any Resource, fields: [FieldDescription]? = nil,
        options: [String: [SelectOption]], texts: [String: String] = [:],
        _ posted: PostedForm? = nil, _ refusal: ValidationErrors? = nil
    ) {
        let path = resource.links(resource.paths.list)
        self.init(
            path: path, cancelPath: path, saveLabel: "Save \(resource.words.one)",
            idempotencyKey: IdempotencyKeys.newKey())
        show(fields ?? resource.fields, of: resource, options, refusal) { field in
            let text = posted?.text(field.name) ?? texts[field.name] ?? field.textIfEmpty
            return (value: text, shown: nil)
        }
        keepNames(of: posted)
        if refusal == nil, !self.fields.isEmpty { self.fields[0].hasFocus = true }
    }

    /// The form of copies of a record.
    init(
        copying state: RecordState, _ resource: any Resource, texts: [String: String],
        _ posted: PostedForm? = nil, _ refusal: ValidationErrors? = nil
    ) {
        self.init(
            new: resource, fields: state.fields, options: state.options, texts: texts, posted,
            refusal)
        path = resource.links(state.record.path.below("copy"))
        cancelPath = resource.links(state.record.path)
        self.fields.append(
            CopyCount.field(
                posted?.text(CopyCount.description.name), refusal,
                countsUp: state.fields.contains(where: \.copying.countsUp)))
        self.fields += resource.copyFields.map { field in
            RecordFormField(
                field, value: posted?.text(field.name) ?? field.choices.first?.value ?? "",
                shown: nil, options: field.choices, refusal)
        }
    }

    /// The form of an existing record: with its values; with rejected input and its initial texts; or
    /// with the input of a conflicting edit over the saved values.
    init(_ state: RecordState, _ form: ResourceForm, _ resource: any Resource) {
        self.init(
            path: resource.links(resource.formPath(of: state.record)),
            cancelPath: resource.links(state.record.path),
            saveLabel: "Save \(resource.words.one)", version: String(state.record.version))
        show(state.fields, of: resource, state.options, form.refusal) { field in
            let saved = state.texts[field.name] ?? ""
            guard let posted = form.posted else { return (value: saved, shown: saved) }
            let typed = posted.text(field.name) ?? saved
            guard form.isLate else {
                return (value: typed, shown: posted.shown[field.name] ?? saved)
            }
            let isMine = posted.isMine(field.name, saved: saved)
            return (value: isMine ? typed : saved, shown: saved)
        }
        keepNames(of: form.posted)
        if !form.isLate { version = form.posted?.typed["version"] ?? version }
    }

    /// Keeps the input for names of new locations.
    private mutating func keepNames(of posted: PostedForm?) {
        for index in fields.indices where fields[index].takesNewLocation {
            fields[index].newLocation.value =
                posted?.text(fields[index].newLocation.name) ?? ""
        }
    }

    private mutating func show(
        _ fields: [FieldDescription], of resource: any Resource,
        _ options: [String: [SelectOption]], _ refusal: ValidationErrors?,
        _ content: (FieldDescription) -> (value: String, shown: String?)
    ) {
        for field in fields {
            let (value, shown) = content(field)
            var shownField = RecordFormField(
                field, value: value, shown: shown, options: options[field.name] ?? [], refusal)
            if field.isDetail {
                details.append(shownField)
                hasDetails = hasDetails || !shownField.fault.isEmpty || field.isFilled(by: value)
            } else {
                shownField.isPairStart = field.isBesideNext
                shownField.isPairEnd = self.fields.last?.isPairStart ?? false
                self.fields.append(shownField)
            }
        }
        if !details.isEmpty {
            noun = resource.words.one
            detailsLabel = resource.detailsLabel
        }
        if let refusal { summary = refusal.summary }
    }
}

extension FieldDescription {
    /// The text of the field for a record without a value.
    fileprivate var textIfEmpty: String { numberIfEmpty.map { String($0) } ?? "" }

    /// Whether a text is one that a user has typed.
    fileprivate func isFilled(by text: String) -> Bool {
        text != textIfEmpty && spelling?.isAutomatic != true
    }
}
