import Domain
import Foundation
import Persistence

extension Items {
    private static let photosField = FieldDescription(
        "photos", "Photos",
        .choice([
            FieldChoice(value: "no", label: "Without photos"),
            FieldChoice(value: "yes", label: "With the same photos"),
        ]))

    /// The maximum number of photos that are copied at once.
    private static let mostPhotos = 200

    var copyFields: [FieldDescription] { [Self.photosField] }

    var listOfCopies: SitePath { .items.query([("sort", "-dateCreated")]) }

    func addCopies(
        of id: RecordIdentifier, _ posted: PostedForm, in context: ManagedObjectContext
    ) throws -> RecordCopies {
        let item = try existing(id, in: context)
        var decoder = FormDecoder(posted.typed)
        let count = decoder.copyCount()
        let first = try form(posted.typed, ofCopiesOf: item, count: count, in: context)
        let hasPhotos = takesPhotos(of: item, count, &decoder)
        var faults = FaultList()
        var copies: [Item] = []
        var originals: [(from: UUID, to: UUID)] = []
        for index in 0..<count {
            var form = first.ofCopy(at: index, Item.description.copying)
            // The first copy creates a new location, and the others use it.
            if index > 0 { form.remove { $0 == "location" } }
            let copy = try Item.append(in: context)
            do {
                try take(PostedForm(form), to: copy, in: context)
            } catch let refusal as ValidationErrors {
                faults.add(refusal.faults)
            }
            // After those of the item, which name its fields.
            faults.add(decoder.faults)
            try faults.check()
            if let first = copies.first { copy.location = first.location }
            if hasPhotos {
                originals += site.household.copyPhotos(of: item, to: copy, in: context)
            }
            copies.append(copy)
        }
        let token = try site.copies.keep(in: context) { [copies] in CopiedRecords(copies) }
        try site.household.save(context, copying: originals)
        return RecordCopies(
            records: try copies.map { try summary(of: $0, in: context) }, token: token)
    }

    /// Whether the photos of the item are copied; too many photos are a fault.
    private func takesPhotos(
        of item: Item, _ count: Int, _ decoder: inout FormDecoder
    ) -> Bool {
        let field = Self.photosField
        guard decoder.flag(field.name, label: field.label) == true else { return false }
        let photoCount = count * site.household.copiedPhotos(of: item).count
        if photoCount > Self.mostPhotos {
            decoder.fail(
                field.name, field.label,
                "these are \(photoCount, grouped: true) photos; at most \(Self.mostPhotos) are copied "
                    + "at once")
        }
        return true
    }

    /// Moves the copies to the trash that were not changed since.
    func remove(_ copies: CopiedRecords, in context: ManagedObjectContext) throws -> Int? {
        let items = try copies.unchanged(as: Item.self, in: context).filter { !$0.isTrashed }
        guard !items.isEmpty else { return nil }
        for item in items { item.trashedDate = site.household.now() }
        try site.household.save(context)
        return items.count
    }
}
