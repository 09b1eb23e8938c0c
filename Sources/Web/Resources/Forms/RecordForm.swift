import Domain

/// The form of a record: its fields, and the version that they were filled from.
struct RecordForm: Sendable {
    /// Where the form is posted.
    var path: String
    /// Where “Cancel” leads.
    var cancelPath: String
    /// `Save product`.
    var saveLabel: String
    /// The version that the form was filled from; not sent by a new one.
    var version = ""
    // Tells one form for a new record from the next.
    var mark = ""
    var summary = FaultSummary()
    var fields: [RecordFormField] = []
}

extension RecordForm {
    /// The form of a new record.
    ///
    /// - Parameters:
    ///   - options: what the fields for relationships offer.
    ///   - texts: what stands in the fields from the beginning.
    ///   - posted: what was typed, where the form was refused.
    init(
        new resource: any Resource, options: [String: [SelectOption]],
        texts: [String: String] = [:], _ posted: PostedForm? = nil, _ refusal: FormRefusal? = nil
    ) {
        let path = resource.links(resource.paths.list)
        self.init(
            path: path, cancelPath: path, saveLabel: "Save \(resource.words.one)",
            mark: TakenForms.newMark())
        fields = resource.fields.map { field in
            RecordFormField(
                field, value: posted?.text(field.name) ?? texts[field.name] ?? "", shown: nil,
                options: options[field.name] ?? [], refusal)
        }
        keepNames(of: posted)
        if let refusal { summary = refusal.summary }
        if refusal == nil, !fields.isEmpty { fields[0].hasFocus = true }
    }

    /// The form of copies of a record.
    init(
        copying record: RecordSummary, _ resource: any Resource,
        options: [String: [SelectOption]], texts: [String: String], _ posted: PostedForm? = nil,
        _ refusal: FormRefusal? = nil
    ) {
        self.init(new: resource, options: options, texts: texts, posted, refusal)
        path = resource.links(resource.paths.copy(record.number))
        cancelPath = resource.links(record.path)
        fields.append(CopyCount.field(posted?.text(CopyCount.description.name), refusal))
    }

    /// The form of a record that exists.
    init(_ state: RecordState, _ resource: any Resource) {
        self.init(state, resource) { field in
            let text = state.texts[field.name] ?? ""
            return (value: text, shown: text)
        }
    }

    /// The form that was refused: as it was posted, and as it was given out.
    init(
        _ state: RecordState, _ posted: PostedForm, _ refusal: FormRefusal,
        _ resource: any Resource
    ) {
        self.init(state, resource, refusal) { field in
            let text = state.texts[field.name] ?? ""
            return (value: posted.text(field.name) ?? text, shown: posted.shown[field.name] ?? text)
        }
        version = posted.typed["version"] ?? version
        keepNames(of: posted)
        summary = refusal.summary
    }

    /// Keeps the names of new locations that were typed.
    private mutating func keepNames(of posted: PostedForm?) {
        for index in fields.indices where fields[index].takesNewLocation {
            fields[index].newLocation.value =
                posted?.text(fields[index].newLocation.name) ?? ""
        }
    }

    /// The form that came too late: what was typed over what is saved now.
    init(_ state: RecordState, late posted: PostedForm, _ resource: any Resource) {
        self.init(state, resource) { field in
            let text = state.texts[field.name] ?? ""
            let isMine = posted.isMine(field.name, saved: text)
            return (value: isMine ? posted.text(field.name) ?? text : text, shown: text)
        }
        keepNames(of: posted)
    }

    private init(
        _ state: RecordState, _ resource: any Resource, _ refusal: FormRefusal? = nil,
        _ content: (FieldDescription) -> (value: String, shown: String)
    ) {
        let path = resource.links(state.record.path)
        self.init(
            path: path, cancelPath: path, saveLabel: "Save \(resource.words.one)",
            version: String(state.record.version))
        fields = resource.fields.map { field in
            let (value, shown) = content(field)
            return RecordFormField(
                field, value: value, shown: shown, options: state.options[field.name] ?? [],
                refusal)
        }
    }
}
