import Domain
import Foundation
import Persistence

/// The form of an item, with a photo and the custom fields.
extension Items {
    func existing(_ id: RecordIdentifier, in context: ManagedObjectContext) throws -> Item {
        switch id {
        case .key(let key): try inventory.item(key, in: context)
        case .number(let number): try existing(number, in: context)
        }
    }

    func fields(of item: Item) throws -> [FieldDescription] {
        guard let context = item.managedObjectContext else { return fields }
        return fields + (try item.customFields(in: context).map(\.description))
    }

    func fields(
        ofNew form: FormData, in context: ManagedObjectContext
    ) throws -> [FieldDescription] {
        let own = try ItemField.fields(of: type(in: form, context), in: context)
        return fields + own.map { ItemFieldRecord($0).description }
    }

    /// The texts of the template of the type in the address; none if there is no template.
    func texts(
        ofNew named: FormData, in context: ManagedObjectContext
    ) throws -> [String: String] {
        let template = try type(in: named, context)?.listedTemplate
        return try template.map { try copiedTexts(of: $0, in: context) } ?? [:]
    }

    private func type(in form: FormData, _ context: ManagedObjectContext) throws -> AssetType? {
        try form["assetType"].flatMap { Int64($0) }.flatMap { try AssetType.find($0, in: context) }
    }

    func make(in context: ManagedObjectContext) throws -> Item { try Item.append(in: context) }

    /// Adds the photo. A rejected one is kept for the next attempt.
    func complete(
        _ form: inout RecordForm, _ shown: ResourceForm, in context: ManagedObjectContext
    ) throws {
        let item = try shown.state.map { try existing($0.record.number, in: context) }
        let upload = shown.posted?.photo
        let refusal = shown.refusal ?? upload?.refusal
        var photo = PhotoField(inventory, item)
        photo.show(refusal, staged: try upload?.stage(inventory.household))
        form.photos = [photo]
        form.offersAnother = item == nil
        if let refusal { form.summary = refusal.summary }
    }

    /// Sets all posted values except for the photo.
    ///
    /// - Throws: ``ValidationErrors`` with all faults of the form.
    func take(_ posted: PostedForm, to item: Item, in context: ManagedObjectContext) throws {
        var decoder = posted.decoder
        try take(posted, &decoder, to: item, isNew: item.isInserted, in: context)
    }

    func take(
        _ posted: PostedForm, _ decoder: inout FormDecoder, to item: Item, isNew: Bool,
        in context: ManagedObjectContext
    ) throws {
        var fields = fields + (try ownFields(&decoder, in: context))
        // An item with a photo is named after the day until a user names it.
        if isNew, posted.photo.isThere, FormText.line(posted.text("itemName") ?? "").isUnseen {
            item.itemName = "Photo of \(DayText.long(.today()))"
            fields.removeFirst()
        }
        do {
            try take(fields, &decoder, to: item, isNew: isNew, in: context)
        } catch let refusal as ValidationErrors {
            guard var photo = posted.photo.refusal else { throw refusal }
            (photo.status, photo.faults) = (refusal.status, refusal.faults + photo.faults)
            throw photo
        }
        if let refusal = posted.photo.refusal { throw refusal }
    }

    func check(_ item: Item, _ decoder: inout FormDecoder, in context: ManagedObjectContext) {
        guard item.container === item else { return }
        let label = fields.first { $0.name == "container" }?.label ?? words.one
        decoder.fail("container", label, "an item cannot be in itself")
    }

    /// The posted custom fields. A form opened before the item changed its type may contain fields of
    /// the former type: their values stay.
    private func ownFields(
        _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws -> [FieldDescription] {
        var fields: [FieldDescription] = []
        for name in decoder.names(beginning: "fields[") {
            let digits = name.dropFirst("fields[".count).dropLast()
            guard let number = Int64(digits),
                let field = try context.existingObject(ItemField.self, recordNumber: number)
            else {
                decoder.fail(name, "Field", "there is no such field")
                continue
            }
            fields.append(ItemFieldRecord(field).description)
        }
        return fields
    }

    func save(
        _ item: Item, with photo: UploadedPhoto, in context: ManagedObjectContext
    ) throws -> String? {
        // The related records of which the answer tells: an error after the save would say that it
        // is not known whether the item is saved.
        _ = try ItemValues(item).wholeJSON(links)
        return try inventory.save(item, photo, in: context).map { String($0) }
    }

    /// The item with its related records, and the form of another one of the same type in the same
    /// location.
    func summary(of item: Item, in context: ManagedObjectContext) throws -> RecordSummary {
        let values = ItemValues(item)
        var summary = try summary(of: values)
        summary.document = try values.wholeJSON(links)
        let type = values.assetType.map { ("assetType", String($0.number)) }
        let location = values.location.map { ("location", String($0.number)) }
        summary.another = paths.new.query([type, location].compactMap { $0 })
        return summary
    }
}
