import Foundation

/// Compares values as an SQLite store does: texts by bytes, numbers by size whatever their type,
/// null equal to null and without order to anything.
enum ValueComparison {
    static func areEqual(
        _ first: AttributeValue, _ second: AttributeValue, _ options: FetchComparison.Options
    ) -> Bool {
        switch (first, second) {
        case (.null, .null): true
        case (.null, _), (_, .null): false
        case (.object(let first), .object(let second)): first == second
        case (.transformable(let first), .transformable(let second)): first == second
        default: order(first, second, options) == .orderedSame
        }
    }

    /// The order of two values; nil if they have none.
    static func order(
        _ first: AttributeValue, _ second: AttributeValue, _ options: FetchComparison.Options
    ) -> ComparisonResult? {
        switch (first, second) {
        case (.integer(let first), .integer(let second)):
            return order(first < second, first == second)
        case (.date(let first), .date(let second)):
            if first > second { return .orderedDescending }
            return first < second ? .orderedAscending : first == second ? .orderedSame : nil
        case (.data(let first), .data(let second)):
            return bytes(first, second)
        case (.uuid(let first), .uuid(let second)):
            return withUnsafeBytes(of: first.uuid) { first in
                withUnsafeBytes(of: second.uuid) { second in bytes(first, second) }
            }
        default:
            break
        }
        if let first = first.text, let second = second.text {
            return texts(first, second, options)
        }
        if let first = first.storedNumber, let second = second.storedNumber {
            return order(first < second, first == second)
        }
        return nil
    }

    private static func texts(
        _ first: String, _ second: String, _ options: FetchComparison.Options
    ) -> ComparisonResult {
        var (first, second) = (first, second)
        if TextFolding.effective(options).isEmpty {
            return first.withUTF8 { first in second.withUTF8 { bytes(first, $0) } }
        }
        return first.withUTF8 { first in
            second.withUTF8 { second in
                bytes(TextFolding.folded(first, options), TextFolding.folded(second, options))
            }
        }
    }

    /// Compares byte by byte; a prefix comes first.
    static func bytes(
        _ first: some Collection<UInt8>, _ second: some Collection<UInt8>
    ) -> ComparisonResult {
        let fast = first.withContiguousStorageIfAvailable { first in
            second.withContiguousStorageIfAvailable { second -> ComparisonResult in
                let count = min(first.count, second.count)
                var difference: Int32 = 0
                if let first = first.baseAddress, let second = second.baseAddress {
                    difference = memcmp(first, second, count)
                }
                if difference != 0 {
                    return difference < 0 ? .orderedAscending : .orderedDescending
                }
                return order(first.count < second.count, first.count == second.count)
            }
        }
        if let fast, let fast { return fast }
        return order(first.lexicographicallyPrecedes(second), first.elementsEqual(second))
    }

    private static func order(_ isLess: Bool, _ isEqual: Bool) -> ComparisonResult {
        isLess ? .orderedAscending : isEqual ? .orderedSame : .orderedDescending
    }
}

extension AttributeValue {
    /// The text of a string or a URL; nil for other values.
    var text: String? {
        switch self {
        case .string(let text): text
        case .url(let url): url.absoluteString
        default: nil
        }
    }
}

/// A record's sort key, computed once per record.
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

    /// Whether this key comes first; nil if the two are equal.
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

    /// Compares with null first.
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
