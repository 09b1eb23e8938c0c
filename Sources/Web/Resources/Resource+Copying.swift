import Domain
import Persistence

/// Saved copies of a record.
struct RecordCopies: Sendable {
    let records: [RecordSummary]
    /// The data for undo.
    let undo: CopiedRecords
}

extension Resource {
    /// The form of copies of a record.
    ///
    /// - Throws: a 404.
    func copyPage(
        _ id: RecordIdentifier, _ posted: PostedForm? = nil, _ refusal: ValidationErrors? = nil,
        in context: ManagedObjectContext
    ) throws -> RecordFormPage {
        let record = try existing(id, in: context)
        let state = try state(of: record, in: context)
        let form = RecordForm(
            copying: state, self, texts: try copiedTexts(of: record, in: context), posted, refusal)
        return RecordFormPage(copying: state.record, form, self)
    }

    /// The initial texts of the form for a copy.
    func copiedTexts(
        of record: Record, in context: ManagedObjectContext
    ) throws -> [String: String] {
        var texts = try texts(of: record)
        for field in fields {
            texts[field.name] = try text(texts[field.name] ?? "", ofCopyIn: field, in: context)
        }
        return texts
    }

    private func text(
        _ text: String, ofCopyIn field: FieldDescription, in context: ManagedObjectContext
    ) throws -> String {
        var next = field.copying.text(ofCopyOf: text)
        guard case .distinct = field.copying, !next.isEmpty else { return next }
        while try context.count(
            for: FetchRequest<Record>(format: "%K ==[cd] %@", field.name, next)) > 0
        {
            next = field.copying.text(ofCopyOf: next)
        }
        return next
    }

    /// Adds copies of a record from the posted fields. A missing field has the initial text of the
    /// form.
    ///
    /// - Throws: ``ValidationErrors``, and a 404.
    func addCopies(
        of id: RecordIdentifier, _ posted: PostedForm, in context: ManagedObjectContext
    ) throws -> RecordCopies {
        let texts = try copiedTexts(of: existing(id, in: context), in: context)
        let rules = Dictionary(
            fields.map { ($0.name, $0.copying) }, uniquingKeysWith: { first, _ in first })
        var copies: [Record] = []
        var count = 1
        repeat {
            let form = PostedForm(
                posted.typed.ofCopy(at: copies.count, filledWith: texts) { rules[$0] ?? .same })
            var decoder = form.decoder
            if copies.isEmpty { count = decoder.copyCount() }
            let record = try make(in: context)
            try take(form, &decoder, to: record, isNew: true, in: context)
            copies.append(record)
        } while copies.count < count
        try site.household.save(context)
        let records = try values(copies, in: context).map { try summary(of: $0) }
        return RecordCopies(records: records, undo: CopiedRecords(copies))
    }

    /// Deletes the copies that were not changed or used since. Returns their number; nil for none.
    ///
    /// - Throws: errors of the store.
    func remove(_ copies: CopiedRecords, in context: ManagedObjectContext) throws -> Int? {
        let records = try copies.unchanged(as: Record.self, in: context).filter {
            try deletion(of: $0, in: context).refusal == nil
        }
        guard !records.isEmpty else { return nil }
        for record in records { try delete(record, choosing: nil, in: context) }
        try site.household.save(context)
        return records.count
    }
}

extension ListedResource {
    /// The notice about copies, with an undo button; nil for other messages.
    func copiesNotice(_ flash: FlashMessage?, _ token: String?) -> Notice? {
        guard flash == .recordsCopied else { return nil }
        return site.undoNotice(site.copies, token, at: paths.undoCopies) {
            FormText.copies($0.count, words.one, words.many)
        }
    }
}

extension FormText {
    /// `3 products were added.`
    static func copies(_ count: Int, _ one: String, _ many: String) -> String {
        count == 1 ? "The \(one) was added." : "\(count, grouped: true) \(many) were added."
    }
}
