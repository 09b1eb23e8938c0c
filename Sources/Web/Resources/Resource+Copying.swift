import Domain
import Persistence

/// Saved copies of a record.
struct RecordCopies: Sendable {
    let records: [RecordSummary]
    /// The token for undo.
    let token: String
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

    /// The texts of the first of some copies; of a single one, the initial texts of the form.
    func copiedTexts(
        of record: Record, count: Int = 1, in context: ManagedObjectContext
    ) throws -> [String: String] {
        var texts = try texts(of: record)
        for field in fields {
            let text = field.copying.text(ofCopyOf: texts[field.name] ?? "", count: count)
            texts[field.name] = try unused(text, in: field, in: context)
        }
        return texts
    }

    /// The form for the first of some copies: a posted one, completed by the texts of the record in
    /// the notation in which it is read.
    func form(
        _ posted: FormData, ofCopiesOf record: Record, count: Int, in context: ManagedObjectContext
    ) throws -> FormData {
        try Region.$current.withValue(posted.region) {
            posted.ofCopies(
                begunWith: try copiedTexts(of: record, in: context),
                try copiedTexts(of: record, count: count, in: context))
        }
    }

    /// The text, or the next one that no record has, if records have to be distinct.
    private func unused(
        _ text: String, in field: FieldDescription, in context: ManagedObjectContext
    ) throws -> String {
        guard case .distinct = field.copying, !text.isEmpty else { return text }
        var next = text
        while try context.count(
            for: FetchRequest<Record>(format: "%K ==[cd] %@", field.name, next)) > 0
        {
            next = field.copying.text(next, ofCopyAt: 1)
        }
        return next
    }

    func addCopies(
        of id: RecordIdentifier, _ posted: PostedForm, in context: ManagedObjectContext
    ) throws -> RecordCopies {
        let original = try existing(id, in: context)
        var counter = posted.decoder
        let count = counter.copyCount()
        let first = try form(posted.typed, ofCopiesOf: original, count: count, in: context)
        let rules = Dictionary(
            fields.map { ($0.name, $0.copying) }, uniquingKeysWith: { first, _ in first })
        let copies = try (0..<count).map { index in
            let form = PostedForm(first.ofCopy(at: index) { rules[$0] ?? .same })
            var decoder = form.decoder
            // A wrong number is a fault among the others.
            _ = decoder.copyCount()
            let record = try make(in: context)
            try take(form, &decoder, to: record, isNew: true, in: context)
            return record
        }
        let token = try site.copies.keep(in: context) { CopiedRecords(copies) }
        try site.household.save(context)
        let records = try values(copies, in: context).map { try summary(of: $0) }
        return RecordCopies(records: records, token: token)
    }

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
    ///
    /// - Throws: errors of the store.
    func copiesNotice(
        _ flash: FlashMessage?, _ token: String?, in context: ManagedObjectContext
    ) throws -> Notice? {
        guard flash == .recordsCopied else { return nil }
        return try site.undoNotice(site.copies, token, at: paths.undoCopies, in: context) {
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
