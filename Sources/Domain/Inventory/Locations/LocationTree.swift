import Foundation
public import Persistence

/// All locations as they lie in each other, apart from any context.
public struct LocationTree: Sendable {
    /// A location in the tree.
    public struct Node: Sendable, Hashable {
        /// The number of the record.
        public let number: Int64
        public let name: String
        /// The version of the record; with the number it says which name it is.
        public let rowVersion: Int64
        /// The number of the location that it is in; nil for none.
        public let parent: Int64?
        /// How many locations it is in.
        public fileprivate(set) var depth = 0
        /// `House › Kitchen › Drawer`.
        public fileprivate(set) var pathText = ""
    }

    /// The locations, each followed by what is in it; those beside each other by name.
    public let nodes: [Node]
    private let indices: [Int64: Int]

    /// Reads all locations.
    ///
    /// - Throws: errors of the store.
    public init(in context: ManagedObjectContext) throws {
        let request = FetchRequest<Location>(
            sortBy: [SortDescriptor(\.name.localizedStandard)])
        self.init(
            try context.fetch(request).map { location in
                Node(
                    number: location.objectID.recordNumber ?? 0, name: location.name ?? "",
                    rowVersion: location.rowVersion,
                    parent: location.parent?.objectID.recordNumber)
            })
    }

    /// The locations under the names that tell them apart, in their order.
    public var choices: [FieldChoice] {
        nodes.map { FieldChoice(value: String($0.number), label: $0.pathText) }
    }

    /// - Parameter sorted: the locations by name.
    init(_ sorted: [Node]) {
        let known = Set(sorted.map(\.number))
        let children = Dictionary(grouping: sorted) {
            $0.parent.flatMap { known.contains($0) ? $0 : nil }
        }
        var nodes: [Node] = []
        // The last one comes next.
        var waiting = Self.place(children[nil] ?? [], in: nil)
        while let node = waiting.popLast() {
            nodes.append(node)
            waiting += Self.place(children[node.number] ?? [], in: node)
        }
        self.nodes = nodes
        indices = Dictionary(
            uniqueKeysWithValues: nodes.enumerated().map { ($1.number, $0) })
    }

    /// Says of locations beside each other what they are in, the last one first.
    private static func place(_ nodes: [Node], in outer: Node?) -> [Node] {
        nodes.reversed().map { node in
            var node = node
            node.depth = outer.map { $0.depth + 1 } ?? 0
            node.pathText = outer.map { $0.pathText + separator + node.name } ?? node.name
            return node
        }
    }

    /// The location with a number; nil if there is none.
    public subscript(number: Int64) -> Node? { indices[number].map { nodes[$0] } }

    /// A location behind those that it is in, the outermost one first; empty if there is none.
    public func path(to number: Int64) -> [Node] {
        var path: [Node] = []
        var next = self[number]
        while let node = next {
            path.append(node)
            next = node.parent.flatMap { self[$0] }
        }
        return path.reversed()
    }

    /// `House › Kitchen › Drawer`.
    public func pathText(to number: Int64) -> String { self[number]?.pathText ?? "" }

    /// What stands between a location and the one in it.
    public static let separator = " › "

    /// A location and all that are in it, in whatever depth; empty if there is none.
    public func within(_ number: Int64) -> ArraySlice<Node> {
        guard let index = indices[number] else { return [] }
        let end = nodes[(index + 1)...].firstIndex { $0.depth <= nodes[index].depth }
        return nodes[index..<(end ?? nodes.count)]
    }

    /// The locations that are in one, and in none between; those that are in none for nil.
    public func children(of number: Int64?) -> [Node] { nodes.filter { $0.parent == number } }
}
