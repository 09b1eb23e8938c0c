public import Persistence

/// Finds the records of an entity by words in some of their attributes, from memory.
///
/// ```swift
/// let books = EntitySearch(.book, keys: ["title", "isbn"], changes)
/// ```
/// It is read by ``warm(in:)`` and follows what is saved, once the household's feed has it as a
/// follower. Until it is read, whoever searches asks the store.
public final class EntitySearch<Facts: Sendable>: Sendable {
    /// The entity that it searches.
    public let entity: EntityName
    let keys: [String]
    /// Which of its records can be found; nil for all.
    private let selection: FetchPredicate?
    /// The relationships that lead to what decides about that.
    private let relationships: Set<String>
    private let facts: RecordFacts<Facts>
    /// Another spelling of a text, under which it is found too; nil for none.
    private let spelling: @Sendable (String) -> String?
    private let memory: FollowedValue<TextIndex<Facts>>

    /// - Parameters:
    ///   - relationships: those that the selection goes through. Default: none.
    ///   - facts: what is kept of a record beside its texts.
    ///   - spelling: another spelling of a text, under which it is found too. Default: none.
    init(
        _ entity: EntityName, keys: [String], only selection: FetchPredicate?,
        through relationships: Set<String> = [], keeping facts: RecordFacts<Facts>,
        spelling: @escaping @Sendable (String) -> String? = { _ in nil }, _ changes: ChangeFeed
    ) {
        self.entity = entity
        self.keys = keys
        self.selection = selection
        self.relationships = relationships
        self.facts = facts
        self.spelling = spelling
        memory = FollowedValue(changes)
    }

    /// Whether the texts are in memory.
    var isReady: Bool { memory.isCurrent() }

    /// Reads what is searched into memory.
    ///
    /// - Throws: errors of the store.
    public func warm(in context: ManagedObjectContext) throws {
        _ = try index(in: context)
    }

    /// The texts. Who comes before they are in memory reads them.
    ///
    /// - Throws: errors of the store.
    func index(in context: ManagedObjectContext) throws -> TextIndex<Facts> {
        try memory.value(for: context, reading: read)
    }

    /// The texts; nil as long as they are not in memory.
    func keptIndex(for context: ManagedObjectContext) -> TextIndex<Facts>? {
        memory.kept(for: context)
    }

    /// The best records with every word, and the number of all (``TextIndex/best(with:limit:and:or:)``). Who
    /// comes before the texts are in memory reads them.
    ///
    /// - Throws: errors of the store.
    func best(
        with words: [String], limit: Int, in context: ManagedObjectContext
    ) throws -> (total: Int, numbers: [Int64]) {
        try index(in: context).best(with: words, limit: limit)
    }

    /// The record numbers of those with every word in some of their attributes, in any order; nil as
    /// long as the texts are not in memory.
    public func numbers(with words: [String], in context: ManagedObjectContext) -> [Int64]? {
        guard let index = keptIndex(for: context) else { return nil }
        var found: [Int64] = []
        index.forEach(with: words) { number, _ in found.append(number) }
        return found
    }

    private func read(from context: ManagedObjectContext) throws -> TextIndex<Facts> {
        var request = DictionaryFetchRequest(entityName: entity.rawValue)
        request.columns =
            [("self", .evaluatedObject)] + (keys + facts.keys).map { ($0, .keyPath([$0])) }
        request.predicate = selection
        var index = TextIndex<Facts>()
        for row in try context.fetchDictionaries(request) {
            guard let number = row.number("self") else { continue }
            index.insert(number, searched(keys.map { row[$0]?.text ?? "" }), facts.ofRow(row))
        }
        return index
    }

    private func isSelected(_ object: ManagedObject) -> Bool {
        // A predicate that cannot be evaluated is a mistake of the program, which reading has told.
        selection.map { (try? $0.evaluate(with: object)) ?? false } ?? true
    }

    private func texts(of object: ManagedObject) -> [String] {
        // An attribute that the entity has not is a mistake of the program, which reading has told.
        searched(keys.map { (try? object.attributeValue(forKey: $0))?.text ?? "" })
    }

    private func searched(_ texts: [String]) -> [String] {
        texts + texts.compactMap(spelling)
    }
}

extension EntitySearch where Facts == Void {
    /// - Parameters:
    ///   - entity: the entity to search.
    ///   - keys: its attributes, all of them texts.
    ///   - selection: which of its records can be found; nil, the default, for all.
    ///   - spelling: another spelling of a text, under which it is found too. Default: none.
    ///   - changes: where it is told from what was saved.
    public convenience init(
        _ entity: EntityName, keys: [String], only selection: FetchPredicate? = nil,
        spelling: @escaping @Sendable (String) -> String? = { _ in nil }, _ changes: ChangeFeed
    ) {
        self.init(
            entity, keys: keys, only: selection, keeping: .nothing, spelling: spelling, changes)
    }
}

extension EntitySearch: RecordSearch {}

extension EntitySearch: RecordFollower {
    public var followed: [EntityName: Set<String>] { [entity: relationships] }

    public func follow(_ records: ChangedRecords) -> () -> SavedChanges.Amendment {
        let changes = records[entity]
        let present = changes.present
        let added = present.filter(isSelected)
        let removed =
            changes.deleted
            + present.filter { !isSelected($0) }.compactMap(\.objectID.recordNumber)
        return { [self] in
            let entries = added.compactMap { object in
                object.objectID.recordNumber.map { ($0, texts(of: object), facts.ofObject(object)) }
            }
            return { [memory] saved in
                memory.amend(saved) { index in
                    for number in removed { index.remove(number) }
                    for (number, texts, facts) in entries { index.insert(number, texts, facts) }
                    return !index.isWorn
                }
            }
        }
    }

    public func follow(others saved: SavedChanges) {
        memory.follow(others: saved, madeOf: [entity])
    }
}

extension AttributeValue {
    /// The text of a string; nil for anything else.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}

extension FetchedDictionary {
    /// The record number of an object; nil for anything else.
    func number(_ key: String) -> Int64? {
        if case .object(let id) = self[key] { id.recordNumber } else { nil }
    }
}
