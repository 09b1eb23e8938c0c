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
    var fields: [RecordFormField] = []
}

extension RecordForm {
    /// The form of a new record.
    ///
    /// - Parameters:
    ///   - options: the options of the fields for relationships.
    ///   - texts: the initial texts of the fields.
    ///   - posted: the rejected input, if any.
    init(
        new resource: any Resource, options: [String: [SelectOption]],
        texts: [String: String] = [:], _ posted: PostedForm? = nil,
        _ refusal: ValidationErrors? = nil
    ) {
        let path = resource.links(resource.paths.list)
        self.init(
            path: path, cancelPath: path, saveLabel: "Save \(resource.words.one)",
            idempotencyKey: IdempotencyKeys.newKey())
        fields = resource.fields.map { field in
            RecordFormField(
                field, value: posted?.text(field.name) ?? texts[field.name] ?? "", shown: nil,
                options: options[field.name] ?? [], refusal)
        }
        keepNames(of: posted)
        if let refusal { summary = refusal.summary }
        if refusal == nil, !fields.isEmpty { fields[0].hasFocus = true }
    }

    init(
        copying record: RecordSummary, _ resource: any Resource,
        options: [String: [SelectOption]], texts: [String: String], _ posted: PostedForm? = nil,
        _ refusal: ValidationErrors? = nil
    ) {
        self.init(new: resource, options: options, texts: texts, posted, refusal)
        path = resource.links(resource.paths.copy(record.number))
        cancelPath = resource.links(record.path)
        fields.append(
            CopyCount.field(
                posted?.text(CopyCount.description.name), refusal,
                countsUp: resource.fields.contains(where: \.copying.countsUp)))
    }

    /// The form of an existing record.
    init(_ state: RecordState, _ resource: any Resource) {
        self.init(state, resource) { field in
            let text = state.texts[field.name] ?? ""
            return (value: text, shown: text)
        }
    }

    /// The rejected form with its input and its initial texts.
    init(
        _ state: RecordState, _ posted: PostedForm, _ refusal: ValidationErrors?,
        _ resource: any Resource
    ) {
        self.init(state, resource, refusal) { field in
            let text = state.texts[field.name] ?? ""
            return (value: posted.text(field.name) ?? text, shown: posted.shown[field.name] ?? text)
        }
        version = posted.typed["version"] ?? version
        keepNames(of: posted)
        if let refusal { summary = refusal.summary }
    }

    /// Keeps the input for names of new locations.
    private mutating func keepNames(of posted: PostedForm?) {
        for index in fields.indices where fields[index].takesNewLocation {
            fields[index].newLocation.value =
                posted?.text(fields[index].newLocation.name) ?? ""
        }
    }

    /// The form of a conflicting edit: the input over the saved values.
    init(_ state: RecordState, late posted: PostedForm, _ resource: any Resource) {
        self.init(state, resource) { field in
            let text = state.texts[field.name] ?? ""
            let isMine = posted.isMine(field.name, saved: text)
            return (value: isMine ? posted.text(field.name) ?? text : text, shown: text)
        }
        keepNames(of: posted)
    }

    private init(
        _ state: RecordState, _ resource: any Resource, _ refusal: ValidationErrors? = nil,
        _ content: (FieldDescription) -> (value: String, shown: String)
    ) {
        self.init(
            path: resource.links(resource.formPath(of: state.record)),
            cancelPath: resource.links(state.record.path), saveLabel: "Save \(resource.words.one)",
            version: String(state.record.version))
        fields = resource.fields.map { field in
            let (value, shown) = content(field)
            return RecordFormField(
                field, value: value, shown: shown, options: state.options[field.name] ?? [],
                refusal)
        }
    }
}
