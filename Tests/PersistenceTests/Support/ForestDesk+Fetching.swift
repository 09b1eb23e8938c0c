import Persistence
import Testing

/// A fetch of nodes, for objects and for dictionaries.
struct ForestQuestion {
    let text: String
    /// Whether the results depend on attributes of related nodes.
    var asksOthers: Bool { text.contains("parent.rank") || text.contains("$c.rank") }
    private let selects: (PlainForest, Int, PlainForest.Node) -> Bool
    let entity: String
    let includesSubentities: Bool
    let order: String
    let isRising: Bool
    let (offset, limit): (Int, Int)

    init(_ random: inout SplitMix) {
        entity = random.pick(["Node", "Node", "Branch", "Twig", "Leaf"])
        includesSubentities = random.chance(0.7)
        order = random.pick(["number", "rank", "name"])
        isRising = random.chance(0.5)
        (offset, limit) = random.chance(0.5) ? (random.below(6), random.below(8)) : (0, 0)
        let rank = random.below(9)
        let all: [(String, (PlainForest, Int, PlainForest.Node) -> Bool)] = [
            ("TRUEPREDICATE", { _, _, _ in true }),
            ("rank > \(rank)", { $2.rank > rank }),
            (#"indexed:by:(rank, "byRank") > \#(rank)"#, { $2.rank > rank }),
            ("name CONTAINS[cd] 'E'", { $2.name.contains("é") }),
            ("parent == NIL", { forest, number, _ in forest.parent(of: number) == nil }),
            (
                "parent.rank >= \(rank)",
                { forest, number, _ in
                    forest.parent(of: number).flatMap { forest.nodes[$0] }.map { $0.rank >= rank }
                        ?? false
                }
            ),
            ("children.@count > 1", { $2.children.count > 1 }),
            ("ANY labels.number < 20", { $2.labels.contains { $0 < 20 } }),
            (
                "SUBQUERY(children, $c, $c.rank > \(rank)).@count > 0",
                { forest, _, node in
                    node.children.contains { forest.nodes[$0].map { $0.rank > rank } ?? false }
                }
            ),
            ("code IN {'a', 'b', 'c'}", { ["a", "b", "c"].contains($2.code) }),
            (
                "badges.@count > 0 AND rank < \(rank)",
                { forest, number, node in
                    node.rank < rank && forest.labels.values.contains { $0.bearer == number }
                }
            ),
        ]
        (text, selects) = random.pick(all)
    }

    var request: FetchRequest<ManagedObject> {
        get throws {
            var request = FetchRequest<ManagedObject>(entityName: entity)
            request.includesSubentities = includesSubentities
            request.predicate = try FetchPredicate(format: text)
            request.sortDescriptors = [FetchSortDescriptor(order, ascending: isRising)]
            if order != "number" { request.sortDescriptors.append(FetchSortDescriptor("number")) }
            request.fetchOffset = offset
            request.fetchLimit = limit
            return request
        }
    }

    func answer(_ forest: PlainForest) -> [Int] {
        let found = forest.nodes.filter { number, node in
            isSelected(node.kind) && selects(forest, number, node)
        }
        let sorted = found.sorted { one, two in
            let (first, second) = isRising ? (one, two) : (two, one)
            switch order {
            case "rank" where first.value.rank != second.value.rank:
                return first.value.rank < second.value.rank
            case "name" where first.value.name != second.value.name:
                return first.value.name.utf8.lexicographicallyPrecedes(second.value.name.utf8)
            case "number": return first.key < second.key
            default: return one.key < two.key
            }
        }
        let rest = sorted.map(\.key).dropFirst(offset)
        return Array(limit > 0 ? rest.prefix(limit) : rest)
    }

    private func isSelected(_ kind: String) -> Bool {
        guard includesSubentities else { return kind == entity }
        return entity == "Node" || kind == entity || (entity == "Branch" && kind == "Twig")
    }
}

extension ForestDesk {
    /// Compares a fetch with the expected contents of the context, or of the store.
    func checkFetch(_ random: inout SplitMix, stored: PlainForest) throws {
        let question = ForestQuestion(&random)
        var request = try question.request
        request.fetchBatchSize = random.pick([0, 0, 2, 5])
        // A change to a related record only matters once it is saved.
        request.includesPendingChanges =
            random.chance(0.7) && !(question.asksOthers && context.hasChanges)
        request.includesPropertyValues = random.chance(0.8)
        request.returnsObjectsAsFaults = random.chance(0.8)
        request.shouldRefreshRefetchedObjects =
            plain.nodes.values.allSatisfy { $0.note == nil } && random.chance(0.3)
        if random.chance(0.5) {
            request.relationshipKeyPathsForPrefetching = [
                random.pick(["children", "labels", "parent", "badges", "children.labels"])
            ]
        }
        let wanted = question.answer(request.includesPendingChanges ? plain : stored)

        let found = try context.fetch(request)
        try #require(found.count == wanted.count, "\(question.text), \(numbers.recentLog)")

        // An object whose insertion was undone after a save has no number.
        let stays = request.includesPendingChanges || context.undoManager == nil
        let foundNumbers = try found.enumerated().map { place, object in
            stays || !object.isDeleted
                ? Int(try object.value(forKey: "number") as? Int64 ?? -1) : wanted[place]
        }
        let description =
            "\(question.entity) \(question.text) by \(question.order), \(request.fetchOffset), "
            + "\(request.fetchLimit), \(numbers.recentLog)"
        try #require(foundNumbers == wanted, "\(description)")
        try #require(try context.count(for: request) == wanted.count, "\(description)")
        let ids = try context.fetchObjectIDs(request)
        try #require(ids == found.map(\.objectID), "\(description)")
        note("fetch")
    }
}
