import Domain
import Persistence

/// The words for the records of an entity in the list of changes.
struct ActivitySource: Sendable {
    /// The name of a record, and its page.
    typealias Name = (label: String, path: SitePath?)

    let section: Section
    /// The kind of record: `item`.
    let noun: String
    /// The entities whose records contain these. If both are added or deleted at once, only the
    /// container is listed. Empty for records that are part of nothing.
    let wholes: Set<EntityName>
    /// Whether its name is that of another record: the photo *of* an item.
    let isOf: Bool
    /// The current name of a record, and its page or that of the record it belongs to.
    let name: @Sendable (ManagedObject) throws -> Name

    /// Sets the words for the records of a class.
    ///
    /// - Parameters:
    ///   - wholes: the entities whose records contain these.
    ///   - isOf: whether the name is that of another record. Default: it is for parts.
    init<Record: ManagedObject>(
        _ section: Section, _ noun: String, partOf wholes: Set<EntityName> = [],
        isOf: Bool? = nil, _ name: @escaping @Sendable (Record) throws -> Name
    ) {
        self.section = section
        self.noun = noun
        self.wholes = wholes
        self.isOf = isOf ?? !wholes.isEmpty
        self.name = { record in try (record as? Record).map(name) ?? ("", nil) }
    }

    /// Sets the words for records with field descriptions, which have pages.
    ///
    /// - Parameters:
    ///   - key: the attribute that names them. Default: their first field.
    ///   - list: the list below which their pages are.
    init(
        _ section: Section, _ description: RecordDescription, by key: String? = nil,
        below list: SitePath
    ) {
        let key = key ?? description.fields.first?.name ?? ""
        self.init(section, description.one) { (record: ManagedObject) in
            (
                try record.attributeValue(forKey: key).stringValue ?? "",
                ResourcePaths(list).record(record.savedNumber)
            )
        }
    }
}
