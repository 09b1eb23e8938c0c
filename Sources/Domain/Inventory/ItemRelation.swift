import ObjectModel
import Persistence

/// A kind of related records whose texts find an item.
struct ItemRelation: Sendable {
    /// The searched attributes.
    private let keys: [String]
    /// The relationship from the item.
    private let relationship: String
    /// Selects the searched records, given a function that makes key expressions; nil for all.
    private let selection: (@Sendable (_ key: (String) -> FetchExpression) -> FetchPredicate)?

    private init(
        _ keys: String..., of relationship: String,
        only selection: (@Sendable ((String) -> FetchExpression) -> FetchPredicate)? = nil
    ) {
        self.keys = keys
        self.relationship = relationship
        self.selection = selection
    }

    /// All kinds: location, tags, custom fields, names of documents, captions of photos, current
    /// borrowers, and open tasks.
    ///
    /// Boolean fields, trashed records and past loans are excluded.
    static let all = [
        ItemRelation("name", "notes", of: "location"), ItemRelation("name", of: "tags"),
        ItemRelation("text", of: "fieldValues") {
            $0("field.kind") != ItemFieldKind.flag.rawValue
        },
        ItemRelation("name", of: "documents") { $0("trashedDate") == nil },
        ItemRelation("caption", of: "photos") { $0("trashedDate") == nil },
        ItemRelation("borrower", of: "loans") { $0("returned") == nil },
        ItemRelation("title", of: "careTasks"),
    ]

    /// The related records, as a place to search.
    var place: FetchExpression {
        guard let selection else { return .key(relationship) }
        let condition = selection { key in
            .keyPathOf(.variable("record"), key.split(separator: ".").map(String.init))
        }
        return .subquery(
            collection: .key(relationship), variable: "record", predicate: condition)
    }
}

extension Item {
    /// The texts of related records, one per word, that contain search words which the item's own
    /// texts do not, to show why it was found. Nothing is read if there are no such words.
    ///
    /// - Throws: errors of the store.
    public func relatedTexts(with words: [String]) throws -> [String] {
        let own = try
            ([assetType?.label]
            + entity.attributes.filter(\.isSearched).map {
                try attributeValue(forKey: $0.name).stringValue
            })
            .compactMap { $0.map(SearchFolding.folded) }
        var found: [String] = []
        for pattern in words.map(SearchFolding.pattern) where !pattern.isEmpty {
            guard !own.contains(where: { $0.contains(pattern) }) else { continue }
            for relation in ItemRelation.all {
                guard let text = try relation.text(of: self, with: pattern) else { continue }
                if !found.contains(text) { found.append(text) }
                break
            }
        }
        return found
    }
}

extension ItemRelation {
    /// The first text of the item's records that contains a folded pattern; nil for none.
    fileprivate func text(of item: Item, with pattern: [UInt8]) throws -> String? {
        let selection = selection?(FetchExpression.key)
        let texts = try records(of: item).filter { try selection?.evaluate(with: $0) ?? true }
            .flatMap { record in try keys.map { try record.attributeValue(forKey: $0).stringValue }
            }
            .compactMap(\.self)
        return texts.sorted().first { SearchFolding.folded($0).contains(pattern) }
    }

    private func records(of item: Item) throws -> [ManagedObject] {
        let value = try item.value(forKey: relationship)
        if let record = value as? ManagedObject { return [record] }
        return (value as? Set<ManagedObject>).map(Array.init) ?? value as? [ManagedObject] ?? []
    }
}
