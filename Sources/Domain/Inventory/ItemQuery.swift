public import Persistence

/// Which items a list shows, and in which order.
public struct ItemQuery: Sendable, Hashable {
    /// Words that each have to be in an item's name, serial number, notes or type, in any order. What separates
    /// the parts of a serial number may be left out.
    public var search = ""
    /// The type of the items; nil for all.
    public var assetType: TypeFilter?
    /// The least value in dollars.
    public var minValue: Int32?
    /// The greatest value in dollars.
    public var maxValue: Int32?
    /// Whether the items have a picture; nil for both.
    public var hasImage: Bool?
    /// Whether the items were sold; nil for both.
    public var sold: Bool?
    /// A condition of the person's own.
    public var predicate: FetchPredicate?
    /// The order; empty for the owner's.
    public var sortDescriptors: [FetchSortDescriptor] = []

    /// Which type items have.
    public enum TypeFilter: Sendable, Hashable {
        /// The type with a record number.
        case type(Int64)
        /// No type.
        case none
    }

    public init() {}

    /// The same items, whatever their order.
    public var inAnyOrder: ItemQuery {
        var query = self
        query.sortDescriptors = []
        return query
    }

    /// The request for these items.
    ///
    /// - Parameter coordinator: the coordinator, which knows the IDs of types.
    /// - Throws: errors of the model.
    public func fetchRequest(
        _ coordinator: PersistentStoreCoordinator
    ) throws -> FetchRequest<Item> {
        var request = FetchRequest<Item>()
        request.predicate = try condition(coordinator)
        request.sortDescriptors =
            sortDescriptors + [FetchSortDescriptor("orderingValue")]
        return request
    }

    /// The condition, or nil if all items fit.
    func condition(_ coordinator: PersistentStoreCoordinator) throws -> FetchPredicate? {
        let texts = [["itemName"], ["serialNumber"], ["notes"], ["assetType", "label"]]
        var conditions = words.flatMap { word in
            let conditions = FetchPredicate.words(word, inAnyOf: texts)
            return SerialNumber.condition(word).map { [.or(conditions + [$0])] } ?? conditions
        }
        if let assetType { conditions.append(try condition(assetType, coordinator)) }
        if let minValue {
            conditions.append(compare("valueInDollars", .greaterOrEqual, .integer(Int64(minValue))))
        }
        if let maxValue {
            conditions.append(compare("valueInDollars", .lessOrEqual, .integer(Int64(maxValue))))
        }
        if let hasImage {
            conditions.append(compare("thumbnail", hasImage ? .notEqual : .equal, .null))
        }
        if let sold { conditions.append(.has("soldDate", sold)) }
        if let predicate { conditions.append(predicate) }
        return conditions.count > 1 ? .and(conditions) : conditions.first
    }

    /// The words that are searched for.
    var words: [String] {
        search.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private func condition(
        _ filter: TypeFilter, _ coordinator: PersistentStoreCoordinator
    ) throws -> FetchPredicate {
        switch filter {
        case .none: compare("assetType", .equal, .null)
        case .type(let number):
            compare(
                "assetType", .equal,
                .object(try coordinator.objectID(entityName: "AssetType", recordNumber: number)))
        }
    }

    private func compare(
        _ key: String, _ op: FetchComparison.Operator, _ value: AttributeValue
    ) -> FetchPredicate {
        .comparison(FetchComparison(.keyPath([key]), op, .constant(value)))
    }
}
