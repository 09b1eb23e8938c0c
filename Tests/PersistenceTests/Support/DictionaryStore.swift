import Foundation
import ObjectModel
import Synchronization

@testable import Persistence

/// An incremental store over dictionaries, which stay when it is closed.
final class DictionaryStore: IncrementalStore {
    private struct Contents {
        var identifier = UUID().uuidString
        var nodes: [StoreReference: IncrementalStoreNode] = [:]
        var lastKeys: [Int: Int64] = [:]
        var refusesSaves = false
    }

    struct Refusal: Error {}

    private static let stores = Mutex<[String: Contents]>([:])
    private static let type = StoreType(rawValue: "Dictionary")

    private let path: String
    private let layout: ModelLayout

    static func description(path: String) -> StoreDescription {
        PersistentStoreCoordinator.registerStoreClass(DictionaryStore.self, forStoreType: type)
        return StoreDescription(type: type, path: path)
    }

    /// Makes a store's saves fail at their end, or not any more.
    static func setRefusesSaves(_ refuses: Bool, path: String) {
        stores.withLock { $0[path]?.refusesSaves = refuses }
    }

    init(description: StoreDescription, layout: ModelLayout) throws {
        path = description.path
        self.layout = layout
        Self.stores.withLock { [path] stores in
            if stores[path] == nil { stores[path] = Contents() }
        }
    }

    private func with<T: Sendable>(_ body: (inout Contents) throws -> T) rethrows -> T {
        try Self.stores.withLock { try body(&$0[path, default: Contents()]) }
    }

    private func place(_ reference: StoreReference) -> StoreReference {
        StoreReference(
            entityNumber: layout.entity(reference.entityNumber).rootNumber, key: reference.key)
    }

    func loadMetadata() throws -> PersistentStoreMetadata {
        PersistentStoreMetadata(identifier: with { $0.identifier })
    }

    func execute(_ request: StoreFetch) throws -> IncrementalFetchResult {
        let root = request.entity.rootNumber
        let references = with { contents in
            contents.nodes.filter { $0.key.entityNumber == root }.map(\.value.reference)
        }
        return IncrementalFetchResult(references, isComplete: false)
    }

    func newValues(forObjectWith reference: StoreReference) throws -> IncrementalStoreNode? {
        guard var node = with({ $0.nodes[place(reference)] }) else { return nil }
        let entity = layout.entity(node.reference.entityNumber)
        node.destinations = node.destinations.filter { entity.slots[$0.key].isToOne }
        return node
    }

    func newValue(
        forRelationship slot: PropertySlot, forObjectWith reference: StoreReference
    ) throws -> [StoreReference] {
        with { contents in
            let own = contents.nodes[place(reference)]?.destinations[slot.number] ?? []
            if slot.hasJoinTable, slot.writesJoinRows {
                return own.compactMap { contents.nodes[place($0)]?.reference }
            }
            let wanted = layout.entity(slot.destinationNumber)
            let sources = contents.nodes.values.filter { node in
                guard let inverse = slot.inverseSlot,
                    layout.entity(node.reference.entityNumber).isKind(of: wanted)
                else { return false }
                return node.destinations[inverse]?.contains { $0.key == reference.key } ?? false
            }
            return sources.sorted {
                (rank($0, slot, own), $0.reference.key) < (rank($1, slot, own), $1.reference.key)
            }.map(\.reference)
        }
    }

    /// The place of a record in an ordered relationship.
    private func rank(
        _ node: IncrementalStoreNode, _ slot: PropertySlot, _ own: [StoreReference]
    ) -> Int64 {
        guard slot.relationship?.isOrdered == true, let inverse = slot.inverseSlot else { return 0 }
        if slot.hasJoinTable {
            return own.firstIndex { $0.key == node.reference.key }.map { Int64($0) } ?? .max
        }
        let entity = layout.entity(node.reference.entityNumber)
        guard let number = entity.slots[inverse].orderValueNumber,
            case .integer(let place) = node.values[number]
        else { return .min }
        return place
    }

    func obtainPermanentKeys(for root: EntityLayout, count: Int) throws -> Int64 {
        with { contents in
            let first = (contents.lastKeys[root.number] ?? 0) + 1
            contents.lastKeys[root.number] = first + Int64(count) - 1
            return first
        }
    }

    func execute(_ request: IncrementalSaveRequest) throws {
        try with { contents in
            if contents.refusesSaves { throw Refusal() }
            for node in request.inserted { contents.nodes[place(node.reference)] = node }
            for node in request.updated {
                guard let old = contents.nodes[place(node.reference)] else { continue }
                let entity = layout.entity(node.reference.entityNumber)
                var node = node
                for (number, list) in old.destinations
                where entity.slots[number].isToMany && node.destinations[number] == nil {
                    node.destinations[number] = list
                }
                contents.nodes[place(node.reference)] = node
            }
            for reference in request.deleted { contents.nodes[place(reference)] = nil }
        }
    }
}
