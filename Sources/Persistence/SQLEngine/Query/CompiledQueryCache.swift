import Foundation

/// The SQL of fetches by shape: a second fetch of a shape writes none.
///
/// Fetches of a shape differ only in constants that a property is compared with as they are. A
/// session has its own cache, which its thread uses.
package final class CompiledQueryCache {
    /// The columns of a statement's rows.
    enum Output: Hashable {
        case records(String)
        case count
        case dictionaries(StoreColumns)
    }

    /// A statement with the index of the fetch's constant for each parameter; nil for a value of
    /// the shape.
    fileprivate typealias Entry = (plan: SQLFetchPlan, constants: [Int?])

    fileprivate struct Shape: Hashable {
        let output: Output
        let entity: Int
        let includesSubentities: Bool
        let requiresEntityNumber: Bool
        let limit: Int
        let offset: Int
        let predicate: FetchPredicate?
        let sortDescriptors: [FetchSortDescriptor]
        let sortKeys: [SortKeyState?]
    }

    /// Nil for shapes whose SQL depends on more.
    fileprivate var entries: [Shape: Entry?] = [:] {
        didSet { if entries.count > Self.maximumCount { entries = [:] } }
    }
    static let maximumCount = 200

    package init() {}

    /// The number of shapes that have a statement.
    var statementCount: Int { entries.values.count { $0 != nil } }
}

/// Replaces the constants of a predicate by values that tell their positions.
private struct ConstantReplacement {
    /// The SQL may depend on a constant.
    struct Refusal: Error {}

    let storeIdentifier: String?
    var constants: [AttributeValue] = []
    /// Random, so that no constant of a fetch equals a placeholder.
    private static let firstNumber = Int64.random(in: 1 << 40..<1 << 47)
    private static let uuid = UUID().uuid
    /// Longer lists may be one parameter.
    private static let maximumListCount = 500
    private static let searches: [FetchComparison.Operator] = [
        .beginsWith, .endsWith, .contains, .like, .matches,
    ]

    mutating func replace(_ comparison: FetchComparison) throws(Refusal) -> FetchComparison {
        guard !Self.searches.contains(comparison.op),
            TextFolding.effective(comparison.options).isEmpty
        else { throw Refusal() }
        var comparison = comparison
        comparison.left = try replace(comparison.left)
        comparison.right = try replace(comparison.right)
        return comparison
    }

    private mutating func replace(_ operand: FetchExpression) throws(Refusal) -> FetchExpression {
        switch operand {
        case .evaluatedObject, .variable, .keyPath, .constant(.null), .constant(.boolean):
            return operand
        case .aggregate(let parts) where parts.count <= Self.maximumListCount:
            return .aggregate(try parts.map { (part) throws(Refusal) in try replace(part) })
        case .constant(let value):
            constants.append(value)
            return .constant(try placeholder(for: value, constants.count - 1))
        default: throw Refusal()
        }
    }

    /// A value of the same type that the same SQL compares.
    func placeholder(for value: AttributeValue, _ index: Int) throws(Refusal) -> AttributeValue {
        let number = Self.firstNumber + Int64(index)
        switch value {
        case .integer(let value) where value.magnitude < 1 << 53: return .integer(number)
        case .double(let value) where value.magnitude < 0x1p53:
            return .double(Double(number) + 0.5)
        case .string: return .string(String(number))
        case .date(let date) where date.timeIntervalSinceReferenceDate.isFinite:
            return .date(Date(timeIntervalSinceReferenceDate: Double(number)))
        case .uuid:
            var uuid = Self.uuid
            uuid.14 = UInt8(truncatingIfNeeded: index >> 8)
            uuid.15 = UInt8(truncatingIfNeeded: index)
            return .uuid(UUID(uuid: uuid))
        case .object(let id) where [nil, id.storeIdentifier].contains(storeIdentifier):
            return .object(ManagedObjectID(storeEntity: id.storeEntity, key: number))
        default: throw Refusal()
        }
    }
}

extension SQLQueryBuilder {
    /// The cached statement for a fetch; nil if its SQL depends on more than its shape.
    ///
    /// - Parameter compile: compiles a fetch of a new shape; nil if SQL cannot express it.
    func cached(
        _ output: CompiledQueryCache.Output, _ fetch: StoreFetch,
        _ compile: (StoreFetch) throws -> SQLFetchPlan?
    ) throws -> SQLFetchPlan? {
        // The SQL of an order by relevance depends on the records.
        let isByRelevance = fetch.sortDescriptors.contains {
            if case .relevance = $0.comparison { true } else { false }
        }
        guard let cache, !isByRelevance else { return nil }
        var replacement = ConstantReplacement(storeIdentifier: storeIdentifier)
        var shaped = fetch
        do {
            shaped.predicate = try fetch.predicate?.mapComparisons {
                (comparison) throws(ConstantReplacement.Refusal) in
                try replacement.replace(comparison)
            }
        } catch {
            return nil
        }
        let shape = CompiledQueryCache.Shape(
            output: output, entity: fetch.entity.number,
            includesSubentities: fetch.includesSubentities,
            requiresEntityNumber: fetch.requiresEntityNumber, limit: fetch.limit,
            offset: fetch.offset, predicate: shaped.predicate,
            sortDescriptors: fetch.sortDescriptors, sortKeys: try sortKeyStates(of: fetch))
        let entry: CompiledQueryCache.Entry?
        if let known = cache.entries[shape] {
            entry = known
        } else {
            // An error has to name the constants of the fetch, whose own SQL is compiled then.
            entry = try? self.entry(for: compile(shaped), replacement)
            cache.entries[shape] = .some(entry)
        }
        guard let entry else { return nil }
        var plan = entry.plan
        for (index, constant) in entry.constants.enumerated() {
            guard let constant else { continue }
            plan.query.bindings[index] = dialect.stored(replacement.constants[constant]) ?? .null
        }
        return plan
    }

    /// The entry of a statement with placeholders, which show where constants are bound.
    private func entry(
        for plan: SQLFetchPlan?, _ replacement: ConstantReplacement
    ) throws -> CompiledQueryCache.Entry? {
        guard let plan, plan.residual == nil else { return nil }
        var indexes: [AttributeValue?: Int] = [:]
        for (index, value) in replacement.constants.enumerated() {
            indexes[dialect.stored(try replacement.placeholder(for: value, index))] = index
        }
        let constants = plan.query.bindings.map { indexes[$0] }
        // A constant that is nowhere bound as it is may have decided about the SQL.
        let areBound = Set(constants.compactMap(\.self)).count == replacement.constants.count
        return areBound ? (plan, constants) : nil
    }
}
