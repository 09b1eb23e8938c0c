import Foundation

/// What a record is sorted by, made once for each record.
struct FetchSortKey {
    private let values: [AttributeValue]

    init(of subject: some PredicateSubject, _ descriptors: [FetchSortDescriptor]) throws {
        values = try descriptors.map { descriptor in
            let value = try descriptor.expression.value(with: subject)
            guard let value = value.attributeValue else {
                throw FetchPredicateError("“\(descriptor.keyPath)” has many values to sort by.")
            }
            guard descriptor.comparison != .plain, var text = value.text else { return value }
            if case .relevance(let words) = descriptor.comparison {
                let patterns = SearchFolding.patterns(ofWordsIn: words).map { Array($0.utf8) }
                return .integer(text.withUTF8 { SearchRelevance.rank($0, patterns) })
            }
            return .data(Data(text.withUTF8 { TextSortKey.key($0, descriptor.comparison) }))
        }
    }

    /// Whether this key comes before another one; nil if they are equal.
    func precedes(_ other: FetchSortKey, _ descriptors: [FetchSortDescriptor]) -> Bool? {
        for (index, descriptor) in descriptors.enumerated() {
            switch Self.order(values[index], other.values[index]) {
            case .orderedAscending: return descriptor.ascending
            case .orderedDescending: return !descriptor.ascending
            case .orderedSame: continue
            }
        }
        return nil
    }

    /// No value before any value.
    private static func order(
        _ first: AttributeValue, _ second: AttributeValue
    ) -> ComparisonResult {
        switch (first.isNull, second.isNull) {
        case (true, true): .orderedSame
        case (true, false): .orderedAscending
        case (false, true): .orderedDescending
        default: order(ofValues: first, second)
        }
    }

    private static func order(
        ofValues first: AttributeValue, _ second: AttributeValue
    ) -> ComparisonResult {
        if case .object(let first) = first, case .object(let second) = second {
            return first.key < second.key
                ? .orderedAscending : first.key == second.key ? .orderedSame : .orderedDescending
        }
        return ValueComparison.order(first, second, []) ?? .orderedSame
    }
}
