import Domain
import Persistence

/// Records that refer to another one, whose number is a member of it.
struct CountedMembers: Sendable {
    /// The name of the member: `pages`.
    let name: String
    let entity: EntityName
    /// The to-one relationship of the records to the other one.
    let relationship: String
    /// The records that count; nil, the default, for all.
    var selection: FetchPredicate?
}

/// The numbers of records that refer to some others, counted in one statement.
struct MemberCounts {
    private let counts: [ManagedObjectID: Int]

    /// Counts members.
    ///
    /// - Throws: errors of the store.
    init(
        _ members: CountedMembers, of ids: [ManagedObjectID], _ context: ManagedObjectContext
    ) throws {
        try self.init(
            members.entity.rawValue, by: members.relationship, only: members.selection, of: ids,
            context)
    }

    /// Counts members.
    ///
    /// - Parameters:
    ///   - entity: the entity of the members.
    ///   - relationship: the to-one relationship of the members to the others.
    ///   - selection: the members that count; nil, the default, for all.
    /// - Throws: errors of the store.
    init(
        _ entity: String, by relationship: String, only selection: FetchPredicate? = nil,
        of ids: [ManagedObjectID], _ context: ManagedObjectContext
    ) throws {
        guard !ids.isEmpty else {
            counts = [:]
            return
        }
        let isMember = FetchExpression.key(relationship).isIn(ids)
        let request = DictionaryFetchRequest(
            entityName: entity, selection.map { isMember && $0 } ?? isMember,
            columns: [("owner", .key(relationship)), ("count", .count)],
            groupBy: [.key(relationship)])
        counts = Dictionary(
            try context.fetchDictionaries(request).compactMap { row in
                guard let id = row["owner"]?.objectID, let count = row["count"]?.integerValue
                else { return nil }
                return (id, Int(count))
            }, uniquingKeysWith: +)
    }

    /// The number of members of a record.
    subscript(record: ManagedObject) -> Int { counts[record.objectID] ?? 0 }
}
