import Foundation

/// Results in sections, with any type of element.
struct ResultsShape<Element: Hashable> {
    var names: [String]
    var members: [[Element]]
}

/// The changes between two states of results.
struct ResultsDifference<Element: Hashable> {
    struct Change {
        let type: FetchedResultsChangeType
        let element: Element
        let from: IndexPath?
        let to: IndexPath?
    }

    private(set) var sections: [FetchedResultsSectionChange] = []
    private(set) var elements: [Change] = []

    var isEmpty: Bool { sections.isEmpty && elements.isEmpty }

    /// - Parameter changed: the elements that changed themselves. As many moves as possible are of
    ///   these.
    init(from old: ResultsShape<Element>, to new: ResultsShape<Element>, changed: Set<Element>) {
        let kept = Self.keptSections(old.names, new.names)
        addSections(old.names, new.names, kept)
        let indexPaths = Self.indexPaths(in: new)
        let survivors = Self.indexPaths(in: old).filter { indexPaths[$0.key] != nil }
        var updates: [Change] = []
        var moves: [Change] = []
        for (section, members) in old.members.enumerated() {
            let staying = Self.staying(
                members, in: kept[section], at: indexPaths, changed: changed)
            for (item, element) in members.enumerated() {
                let from = IndexPath(item: item, section: section)
                guard let to = indexPaths[element] else {
                    elements.append(Change(type: .delete, element: element, from: from, to: nil))
                    continue
                }
                if !staying.contains(element) {
                    moves.append(Change(type: .move, element: element, from: from, to: to))
                } else if changed.contains(element) {
                    updates.append(Change(type: .update, element: element, from: from, to: to))
                }
            }
        }
        for (section, members) in new.members.enumerated() {
            for (item, element) in members.enumerated() where survivors[element] == nil {
                let to = IndexPath(item: item, section: section)
                elements.append(Change(type: .insert, element: element, from: nil, to: to))
            }
        }
        elements += moves + updates
    }

    private mutating func addSections(_ old: [String], _ new: [String], _ kept: [Int: Int]) {
        for (index, name) in old.enumerated() where kept[index] == nil {
            sections.append(FetchedResultsSectionChange(type: .delete, name: name, index: index))
        }
        let present = Set(kept.values)
        for (index, name) in new.enumerated() where !present.contains(index) {
            sections.append(FetchedResultsSectionChange(type: .insert, name: name, index: index))
        }
    }

    /// The sections that both states have in the same order, by old and new index.
    private static func keptSections(_ old: [String], _ new: [String]) -> [Int: Int] {
        let indexPaths = Dictionary(
            zip(new, new.indices), uniquingKeysWith: { first, _ in first })
        let common = old.indices.compactMap { index in
            indexPaths[old[index]].map { (index, $0) }
        }
        let kept = RisingSubsequence.heaviest(common.map(\.1)) { _ in 1 }
        return Dictionary(
            kept.map { common[$0] }, uniquingKeysWith: { first, _ in first })
    }

    private static func indexPaths(in shape: ResultsShape<Element>) -> [Element: IndexPath] {
        var indexPaths: [Element: IndexPath] = [:]
        for (section, members) in shape.members.enumerated() {
            for (item, element) in members.enumerated() {
                indexPaths[element] = IndexPath(item: item, section: section)
            }
        }
        return indexPaths
    }

    /// The elements of a section that need not move.
    private static func staying(
        _ members: [Element], in section: Int?, at indexPaths: [Element: IndexPath],
        changed: Set<Element>
    ) -> Set<Element> {
        guard let section else { return [] }
        let common = members.filter { indexPaths[$0]?.section == section }
        let items = common.map { indexPaths[$0]?.item ?? 0 }
        let staying = RisingSubsequence.heaviest(items) { index in
            changed.contains(common[index]) ? 1 : common.count + 1
        }
        return Set(staying.map { common[$0] })
    }
}

/// Finds a heaviest increasing subsequence.
enum RisingSubsequence {
    /// The indexes of the heaviest increasing subsequence of distinct numbers.
    static func heaviest(_ numbers: [Int], weight: (Int) -> Int) -> [Int] {
        if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) {
            return Array(numbers.indices)
        }
        var ranks = Array(repeating: 0, count: numbers.count)
        for (rank, index) in numbers.indices.sorted(by: { numbers[$0] < numbers[$1] }).enumerated()
        {
            ranks[index] = rank + 1
        }
        var best = PrefixMaximum(count: numbers.count)
        var previous = Array(repeating: -1, count: numbers.count)
        for index in numbers.indices {
            let before = best.maximum(below: ranks[index])
            previous[index] = before.index
            best.raise(ranks[index], to: (before.weight + weight(index), index))
        }
        var result: [Int] = []
        var index = best.maximum(below: numbers.count + 1).index
        while index >= 0 {
            result.append(index)
            index = previous[index]
        }
        return result.reversed()
    }
}

/// The heaviest of the first entries of a list whose entries only grow (a Fenwick tree).
private struct PrefixMaximum {
    private var nodes: [(weight: Int, index: Int)]

    init(count: Int) {
        nodes = Array(repeating: (0, -1), count: count + 1)
    }

    /// The heaviest entry with a rank below the given one.
    func maximum(below rank: Int) -> (weight: Int, index: Int) {
        var best = (weight: 0, index: -1)
        var node = rank - 1
        while node > 0 {
            if nodes[node].weight > best.weight { best = nodes[node] }
            node -= node & -node
        }
        return best
    }

    mutating func raise(_ rank: Int, to entry: (weight: Int, index: Int)) {
        var node = rank
        while node < nodes.count {
            if entry.weight > nodes[node].weight { nodes[node] = entry }
            node += node & -node
        }
    }
}
