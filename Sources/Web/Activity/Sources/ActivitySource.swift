import Domain
import Persistence

/// How the records of an entity are called where it is told what became of them.
struct ActivitySource: Sendable {
    /// What a record is called, and its page.
    typealias Name = (label: String, path: SitePath?)

    let section: Section
    /// What one of them is: `item`.
    let noun: String
    /// Of what they are parts, which is told of where both come or go at once. Empty for what stands by
    /// itself.
    let wholes: Set<EntityName>
    /// Whether its name is that of something else: the photo *of* an item.
    let isOf: Bool
    /// What one of them is called now, and its page: its own, or that of what it belongs to.
    let name: @Sendable (ManagedObject) throws -> Name

    /// Takes the words for the records of a class.
    ///
    /// - Parameters:
    ///   - wholes: of what they are parts.
    ///   - isOf: whether the name is that of something else. Default: it is for parts.
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

    /// Takes the words for described records, which have pages of their own.
    ///
    /// - Parameters:
    ///   - key: the attribute that they are called by. Default: their first field.
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
