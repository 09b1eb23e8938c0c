import Persistence
import Testing

/// The contents of a forest in dictionaries, for comparing contexts and stores.
///
/// Every node and label has a number that does not change.
struct PlainForest: Equatable {
    struct Node: Equatable {
        var kind: String
        var name: String
        var rank = 3
        var code: String?
        /// A transient value.
        var note: String?
        var children: [Int] = []
        var labels: [Int] = []
    }

    struct Label: Equatable {
        var name: String
        var nodes: [Int] = []
        var bearer: Int?
    }

    var nodes: [Int: Node] = [:]
    var labels: [Int: Label] = [:]

    func parent(of child: Int) -> Int? { nodes.first { $0.value.children.contains(child) }?.key }

    var numbers: Set<Int> { Set(nodes.keys).union(labels.keys) }

    /// The forest without its transient values.
    var withoutNotes: PlainForest {
        var forest = self
        for number in nodes.keys { forest.nodes[number]?.note = nil }
        return forest
    }

    // MARK: - Changing

    mutating func orphan(_ child: Int) {
        for number in nodes.keys { nodes[number]?.children.removeAll { $0 == child } }
    }

    mutating func setLabels(_ wanted: [Int], of node: Int) {
        let old = nodes[node]?.labels ?? []
        for label in old where !wanted.contains(label) {
            labels[label]?.nodes.removeAll { $0 == node }
        }
        for label in wanted where !old.contains(label) { labels[label]?.nodes.append(node) }
        nodes[node]?.labels = wanted
    }

    mutating func setNodes(_ wanted: [Int], of label: Int) {
        let old = labels[label]?.nodes ?? []
        for node in old where !wanted.contains(node) {
            nodes[node]?.labels.removeAll { $0 == label }
        }
        for node in wanted where !old.contains(node) { nodes[node]?.labels.append(label) }
        labels[label]?.nodes = wanted
    }

    mutating func deleteNode(_ number: Int) {
        guard let node = nodes.removeValue(forKey: number) else { return }
        orphan(number)
        for label in labels.keys {
            labels[label]?.nodes.removeAll { $0 == number }
            if labels[label]?.bearer == number { labels[label]?.bearer = nil }
        }
        for child in node.children { deleteNode(child) }
    }

    mutating func deleteLabel(_ number: Int) {
        labels[number] = nil
        for node in nodes.keys { nodes[node]?.labels.removeAll { $0 == number } }
    }

    // MARK: - Comparing

    /// A description of the differences from another forest.
    func differences(from other: PlainForest) -> [String] {
        func differing<Value: Equatable>(_ one: [Int: Value], _ two: [Int: Value]) -> [String] {
            Set(one.keys).union(two.keys).sorted().filter { one[$0] != two[$0] }.map { number in
                func text(_ value: Value?) -> String { value.map { "\($0)" } ?? "none" }
                return "\(number): \(text(one[number])), not \(text(two[number]))"
            }
        }
        return differing(nodes, other.nodes) + differing(labels, other.labels)
    }
}

extension PlainForest {
    /// Reads a context, and checks that both sides of each relationship agree.
    ///
    /// - Parameter hasDerived: whether derived values must match what the context shows.
    init(_ context: ManagedObjectContext, hasDerived: Bool = false) throws {
        func number(_ object: ManagedObject) throws -> Int {
            Int(try object.value(forKey: "number") as? Int64 ?? -1)
        }
        for node in try context.fetch(FetchRequest<ManagedObject>(entityName: "Node")) {
            let (own, children) = (try number(node), try node.list("children"))
            try nodes[own] = Node(
                kind: node.objectID.entityName, name: node.text("name") ?? "",
                rank: Int(node.value(forKey: "rank") as? Int64 ?? -1), code: node.text("code"),
                note: node.text("note"), children: children.map(number),
                labels: node.list("labels").map(number))
            let isFamily = try children.allSatisfy { try $0.one("parent") === node }
            #expect(isFamily, "The children of \(own) do not lead back")
            let isBearer = try node.many("badges").allSatisfy { try $0.one("bearer") === node }
            #expect(isBearer, "The badges of \(own) do not lead back")
            if hasDerived {
                let count = try node.value(forKey: "childCount") as? Int64
                try #require(count == Int64(children.count), "childCount of \(own)")
                let (loud, name) = (try node.text("loud"), try node.text("name"))
                try #require(loud == name?.uppercased(), "loud of \(own)")
            }
        }
        for label in try context.fetch(FetchRequest<ManagedObject>(entityName: "Label")) {
            let (own, bearer) = (try number(label), try label.one("bearer"))
            try labels[own] = Label(
                name: label.text("name") ?? "", nodes: label.list("nodes").map(number),
                bearer: bearer.map(number))
            let isBadge = try bearer?.many("badges").contains(label) ?? true
            #expect(isBadge, "The bearer of \(own) does not lead back")
        }
    }
}
