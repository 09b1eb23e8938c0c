import Persistence

/// A kind of records that belong to items, by a text of which these are found.
struct ItemBelonging: Sendable {
    let entity: EntityName
    /// The attribute that has the text.
    let key: String
    /// The relationship of items that leads to the records.
    private let relationship: String
    /// Which of the records count; nil for all.
    let selection: FetchPredicate?
    /// The relationships that this condition goes through.
    private let selectionPath: Set<String>

    private init(
        _ entity: EntityName, _ key: String, of relationship: String,
        only selection: FetchPredicate? = nil, through selectionPath: Set<String> = []
    ) {
        self.entity = entity
        self.key = key
        self.relationship = relationship
        self.selection = selection
        self.selectionPath = selectionPath
    }

    /// All kinds: what stands in the household's own fields, how documents are called and what photos
    /// show, who has the item, and what is to be done about it.
    ///
    /// Yes and no say nothing, what is in the trash is not found, and who had an item does not have it.
    static let all = [
        ItemBelonging(
            .itemFieldValue, "text", of: "fieldValues",
            only: .key("field.kind") != ItemFieldKind.flag.rawValue, through: ["field"]),
        ItemBelonging(.document, "name", of: "documents", only: .has("trashedDate", false)),
        ItemBelonging(
            .itemPhoto, "caption", of: "photos",
            only: .and([.has("caption", true), .has("trashedDate", false)])),
        ItemBelonging(.loan, "borrower", of: "loans", only: .has("returned", false)),
        ItemBelonging(.careTask, "title", of: "careTasks"),
    ]

    /// The texts of such records in memory, each with the number of its item.
    func search(_ changes: ChangeFeed) -> EntitySearch<Int64> {
        EntitySearch(
            entity, keys: [key], only: selection, through: selectionPath, keeping: .owner("item"),
            changes)
    }

    /// The condition that an item has records with a word among those that the store has; nil if none
    /// has.
    ///
    /// The records are looked through once: they are fewer than the items, of which each would be
    /// asked for its own otherwise.
    ///
    /// - Throws: errors of the store.
    static func condition(
        _ word: String, in context: ManagedObjectContext
    ) throws -> FetchPredicate? {
        var items: Set<ManagedObjectID> = []
        for belonging in all {
            var request = DictionaryFetchRequest(
                entityName: belonging.entity.rawValue, columns: [("item", .keyPath(["item"]))])
            request.predicate = .all(
                [belonging.selection].compactMap(\.self)
                    + FetchPredicate.words(word, inAnyOf: [[belonging.key]]))
            for case .object(let id)? in try context.fetchDictionaries(request).map({ $0["item"] })
            {
                items.insert(id)
            }
        }
        guard !items.isEmpty else { return nil }
        // In one order, so that the same search is the same statement.
        let sorted = items.sorted { ($0.recordNumber ?? 0) < ($1.recordNumber ?? 0) }
        return FetchExpression.evaluatedObject.isIn(sorted)
    }
}

extension Item {
    /// The texts of what belongs to the item that have words which its own texts have not, one for each: why
    /// it was found. Nothing is read for words that are in its own texts.
    ///
    /// - Throws: errors of the store.
    public func belongings(with words: [String]) throws -> [String] {
        let own = ([assetType?.label] + ItemMemory.textKeys.map { textValue($0) })
            .compactMap { $0.map(SearchFolding.folded) }
        var found: [String] = []
        for pattern in words.map(SearchFolding.pattern) where !pattern.isEmpty {
            guard !own.contains(where: { $0.contains(pattern) }) else { continue }
            for belonging in ItemBelonging.all {
                guard let text = try belonging.text(of: self, with: pattern) else { continue }
                if !found.contains(text) { found.append(text) }
                break
            }
        }
        return found
    }

    private func textValue(_ key: String) -> String? {
        // A key that the entity has not is a mistake of the program, which reading has told.
        (try? attributeValue(forKey: key))?.text
    }
}

extension ItemBelonging {
    /// The first text of an item's records that has some folded bytes; nil for none.
    fileprivate func text(of item: Item, with pattern: [UInt8]) throws -> String? {
        let records = try item.value(forKey: relationship)
        let all = (records as? Set<ManagedObject>).map(Array.init) ?? records as? [ManagedObject]
        let texts = try (all ?? []).filter { try selection?.evaluate(with: $0) ?? true }
            .compactMap { try $0.attributeValue(forKey: key).text }
        return texts.sorted().first { SearchFolding.folded($0).contains(pattern) }
    }
}
