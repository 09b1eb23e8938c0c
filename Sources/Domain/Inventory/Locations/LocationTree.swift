import Foundation
public import Persistence

/// The tree of all locations, detached from its context.
public struct LocationTree: Sendable {
    /// A location in the tree.
    public struct Node: Sendable, Hashable {
        /// The record number.
        public let number: Int64
        public let name: String
        /// The record's version; together with the number it identifies the name.
        public let rowVersion: Int64
        /// The number of the parent; nil for none.
        public let parent: Int64?
        /// The number of ancestors.
        public fileprivate(set) var depth = 0
        /// `House › Kitchen › Drawer`.
        public fileprivate(set) var pathText = ""
    }

    /// The locations in depth-first order, siblings by name.
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
                    number: location.savedNumber, name: location.name ?? "",
                    rowVersion: location.rowVersion,
                    parent: location.parent?.objectID.recordNumber)
            })
    }

    /// The locations as choices, with unambiguous names, in order.
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
        // A stack.
        var waiting = Self.place(children[nil] ?? [], in: nil)
        while let node = waiting.popLast() {
            nodes.append(node)
            waiting += Self.place(children[node.number] ?? [], in: node)
        }
        self.nodes = nodes
        indices = Dictionary(
            uniqueKeysWithValues: nodes.enumerated().map { ($1.number, $0) })
    }

    /// Sets the paths of siblings, in reverse order for the stack.
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

    /// A location after its ancestors, the outermost first; empty if there is none.
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

    /// The separator of paths.
    public static let separator = " › "

    /// A location and its descendants; empty if there is none.
    public func within(_ number: Int64) -> ArraySlice<Node> {
        guard let index = indices[number] else { return [] }
        let end = nodes[(index + 1)...].firstIndex { $0.depth <= nodes[index].depth }
        return nodes[index..<(end ?? nodes.count)]
    }

    /// The direct children of a location; those without a parent for nil.
    public func children(of number: Int64?) -> [Node] { nodes.filter { $0.parent == number } }
}
