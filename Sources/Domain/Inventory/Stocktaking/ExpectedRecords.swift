import Foundation
import Persistence

/// The records that a stocktake counts, as they are now.
struct ExpectedRecords {
    let items: [Item]
    let products: [Product]
    let tree: LocationTree
    /// The locations of the items.
    private let locations: [UUID: Int64?]
    private let productNumbers: Set<Int64>

    /// - Parameter isOfSightings: whether only the records of the sightings are needed. Default: false.
    /// - Throws: errors of the store.
    init(
        of stocktake: Stocktake, _ sightings: [Sighting], only isOfSightings: Bool = false,
        in context: ManagedObjectContext
    ) throws {
        var needsTree = !isOfSightings || sightings.contains { $0.location != nil }
        if case .location = stocktake.scope { needsTree = true }
        tree = needsTree ? try LocationTree(in: context) : LocationTree([])
        items = try Self.items(
            of: stocktake, isOfSightings ? Set(sightings.compactMap(\.itemKey)) : nil, tree,
            in: context)
        products = try Self.products(
            of: stocktake, seen: Set(sightings.compactMap(\.product)), only: isOfSightings,
            in: context)
        locations = Dictionary(
            items.map { ($0.key, $0.location?.objectID.recordNumber) },
            uniquingKeysWith: { first, _ in first })
        productNumbers = Set(products.compactMap(\.objectID.recordNumber))
    }

    /// The meaning of a sighting of one of these records, or of another one.
    func outcome(of sighting: Sighting) -> Sighting.Outcome {
        if let key = sighting.itemKey {
            guard let location = locations[key] else { return .misplaced }
            guard let seen = sighting.location, tree[seen] != nil else { return .expected }
            return tree.within(seen).contains { $0.number == location } ? .expected : .misplaced
        }
        guard let product = sighting.product else { return .unknown }
        return productNumbers.contains(product) ? .expected : .misplaced
    }

    /// The items to be counted; none if products are.
    ///
    /// - Parameter keys: the keys of the items that are needed; nil for all.
    static func items(
        of stocktake: Stocktake, _ keys: Set<UUID>?, _ tree: LocationTree,
        in context: ManagedObjectContext
    ) throws -> [Item] {
        guard !stocktake.scope.isOfProducts, keys?.isEmpty != true else { return [] }
        var query = ItemQuery()
        query.sold = false
        query.sortDescriptors = [FetchSortDescriptor("itemName", comparison: .localizedStandard)]
        switch stocktake.scope {
        case .all, .productCategory: break
        case .location(let number): query.location = ItemQuery.items(in: number, tree)
        case .tag(let number):
            query.conditions = [try ItemQuery.hasTag(number, context.coordinator)]
        case .assetType(let number): query.assetType = .oneOf([number])
        }
        if let keys { query.conditions.append(FetchExpression.key("itemKey").isIn(keys)) }
        var request = try query.fetchRequest(in: context)
        if keys == nil { request.relationshipKeyPathsForPrefetching = ["loans"] }
        return try context.fetch(request)
    }

    /// The products to be counted: those of the category, retired ones only if they were seen.
    private static func products(
        of stocktake: Stocktake, seen: Set<Int64>, only isOfSightings: Bool,
        in context: ManagedObjectContext
    ) throws -> [Product] {
        guard case .productCategory(let number) = stocktake.scope else { return [] }
        func id(_ entity: EntityName, _ number: Int64) throws -> ManagedObjectID {
            try context.coordinator.objectID(entityName: entity.rawValue, recordNumber: number)
        }
        var condition = FetchPredicate.isOne(
            of: try seen.sorted().map { try id(.product, $0) })
        if !isOfSightings { condition = .or([.key("retiredAt") == nil, condition]) }
        condition = .and([.key("category") == (try id(.productCategory, number)), condition])
        return try context.fetch(
            FetchRequest<Product>(condition, sortBy: [SortDescriptor(\.name.localizedStandard)]))
    }
}
