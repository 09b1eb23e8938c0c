import Domain
import Persistence

/// How the records of an entity are found, and shown among what a search found.
struct SearchSource: Sendable {
    /// How records are found.
    let records: HouseholdSearch.Source
    let section: Section
    /// The heading of the group: `Items`.
    let title: String
    /// Its list, which is searched by `q`; nil where a list has none.
    let list: SitePath?
    /// What the page says of a record.
    let hit: @Sendable (ManagedObject) throws -> SearchHit

    var entity: EntityName { records.name }

    init<Record: ManagedObject>(
        _ records: HouseholdSearch.Source, section: Section, _ title: String, list: SitePath?,
        _ hit: @escaping @Sendable (Record) throws -> SearchHit
    ) {
        self.records = records
        self.section = section
        self.title = title
        self.list = list
        self.hit = { object in
            guard let record = object as? Record else {
                throw PersistenceError.unknownEntity(records.name.rawValue)
            }
            return try hit(record)
        }
    }
}

extension SearchHit {
    /// Texts that are there, with points between them.
    static func joined(_ texts: String?...) -> String {
        texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
