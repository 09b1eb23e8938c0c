/// The values that a fetch computed for a record or a group, by key.
///
/// All dictionaries of a fetch share their keys. A value is made when it is asked for.
public struct FetchedDictionary: Sendable {
    /// The keys of all dictionaries of a fetch.
    final class Keys: Sendable {
        let names: [String]
        let positions: [String: Int]
        /// Whether they are the columns of a caller's own SQL, which does not tell capital from small
        /// letters, and what the values are is not known.
        let areOfSQL: Bool

        init(_ names: [String], areOfSQL: Bool = false) {
            self.names = names
            self.areOfSQL = areOfSQL
            positions = Dictionary(
                zip(areOfSQL ? names.map { $0.lowercased() } : names, names.indices),
                uniquingKeysWith: { _, last in last })
        }

        func position(of key: String) -> Int? { positions[areOfSQL ? key.lowercased() : key] }
    }

    private let shared: Keys
    private let row: RowSnapshot

    init(_ keys: Keys, _ row: RowSnapshot) {
        shared = keys
        self.row = row
    }

    /// The value of a key, null included; nil for a key that the fetch has not.
    public subscript(key: String) -> AttributeValue? {
        shared.position(of: key).map { row[$0] }
    }

    /// Whether the values are as the store keeps them, whatever they are values of.
    var isOfSQL: Bool { shared.areOfSQL }

    /// The keys in the order of the fetch's columns.
    public var keys: [String] { shared.names }

    /// The values by key.
    public var dictionary: [String: AttributeValue] { shared.positions.mapValues { row[$0] } }
}

extension FetchedDictionary: Hashable {
    /// Whether the keys are the same, in whatever order, and the values equal.
    public static func == (first: FetchedDictionary, second: FetchedDictionary) -> Bool {
        first.dictionary == second.dictionary
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(dictionary) }
}

extension FetchedDictionary: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, AttributeValue)...) {
        self.init(Keys(elements.map(\.0)), RowSnapshot(elements.map(\.1)))
    }
}

extension FetchedDictionary: CustomStringConvertible {
    public var description: String { "\(dictionary)" }
}
