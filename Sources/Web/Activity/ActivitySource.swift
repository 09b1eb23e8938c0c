import Domain
import Persistence

/// How the records of an entity are called where it is told what became of them. Entities without one
/// are of use to the program alone.
struct ActivitySource: Sendable {
    let section: Section
    /// What one of them is: `item`.
    let noun: String
    /// What one of them is called, and its page; nil for what has none.
    let name: (@Sendable (ManagedObject) throws -> (label: String, path: SitePath))?

    static let all: [EntityName: ActivitySource] = {
        var sources: [EntityName: ActivitySource] = [:]
        for source in SearchSource.all {
            guard let section = Section(rawValue: source.section) else { continue }
            sources[source.entity] = ActivitySource(
                section: section,
                noun: ActivitySource.nouns[source.entity] ?? source.entity.rawValue.lowercased()
            ) { record in
                let hit = try source.hit(record)
                return (hit.label, hit.path)
            }
        }
        sources[.sale] = ActivitySource(section: .sales, noun: "sale") { record in
            let number = (record as? Sale)?.number ?? 0
            return ("no. \(number)", .sale(record.objectID.recordNumber ?? 0))
        }
        sources[.item] = ActivitySource(section: .inventory, noun: "item") { record in
            guard let item = record as? Item else { return ("", .items) }
            let trash = ResourcePaths(.trash).record(record.objectID.recordNumber ?? 0)
            return (item.itemName ?? "", item.isTrashed ? trash : .item(item.key))
        }
        let loan = EntityName("Loan")
        sources[loan] = ActivitySource(section: .inventory, noun: "loan") { record in
            let number = record.objectID.recordNumber ?? 0
            return ((record as? Loan)?.borrower ?? "", ResourcePaths(.loans).record(number))
        }
        let task = EntityName("CareTask")
        sources[task] = ActivitySource(section: .inventory, noun: "task") { record in
            let number = record.objectID.recordNumber ?? 0
            return ((record as? CareTask)?.title ?? "", ResourcePaths(.tasks).record(number))
        }
        sources[.creditCard] = ActivitySource(section: .sales, noun: "card", name: nil)
        return sources
    }()

    private static let nouns: [EntityName: String] = [
        .assetType: "type", .groceryItem: "grocery", .bookCategory: "category",
    ]

    /// The entities of some sections.
    static func entities(of sections: some Sequence<Section>) -> Set<EntityName> {
        let sections = Set(sections)
        return Set(all.filter { sections.contains($0.value.section) }.keys)
    }

    /// The names of records that are still there, by their IDs.
    ///
    /// - Throws: errors of the store.
    static func names(
        of ids: some Sequence<ManagedObjectID>, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID: (label: String, path: SitePath)] {
        var names: [ManagedObjectID: (label: String, path: SitePath)] = [:]
        for (entity, ids) in Dictionary(grouping: Set(ids), by: \.entityName) {
            guard let name = all[EntityName(entity)]?.name else { continue }
            var request = FetchRequest<ManagedObject>(entityName: entity)
            request.predicate = .comparison(
                FetchComparison(
                    .evaluatedObject, .in, .aggregate(ids.map { .constant(.object($0)) })))
            for record in try context.fetch(request) { names[record.objectID] = try name(record) }
        }
        return names
    }

    /// What people call a property in the middle of a sentence.
    static func label(of property: String) -> String {
        switch property {
        case "orderingValue": "its place"
        case "soldDate": "the sale"
        case "trashedDate": "the trash"
        case "isTicked": "ticked off"
        case "isFavorite": "favorite"
        case "lastViewed", "isRemovedFromRecents": "recents"
        case "retiredAt": "retirement"
        case "voidedAt", "voidReason": "void"
        case "creditCard": "card"
        case "discountCents": "discount"
        case "owedCents": "what is owed"
        case _ where ofPictures.contains(property): "details"
        default: words(FormText.label(of: property))
        }
    }

    /// What the program reads from the files of photos.
    private static let ofPictures: Set<String> = [
        "addedAt", "byteCount", "camera", "fileNumber", "height", "imageURL", "isPicture", "isRead",
        "latitude", "longitude", "modifiedAt", "problem", "source", "sourceID", "takenAt",
        "vanishedAt", "width",
    ]

    /// A name of an attribute in words: `discountPercent` as `discount percent`.
    private static func words(_ label: String) -> String {
        label.reduce(into: "") { text, character in
            if character.isUppercase, text.last?.isLowercase == true { text += " " }
            text += character.lowercased()
        }
    }
}
