import Foundation

/// The values of a record or a group in a fetch, by key.
///
/// All dictionaries of a fetch share their keys. Values are decoded on demand.
///
/// ```swift
/// let pages = row["pages"]?.integerValue
/// let total = try row.decode(Total.self)
/// ```
public struct FetchedDictionary: Sendable {
    /// The keys of all dictionaries of a fetch.
    final class Keys: Sendable {
        let names: [String]
        let positions: [String: Int]
        /// Whether they are columns of a caller's SQL, which ignores case and has unknown types.
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

    /// The value of a key, which may be null; nil for an unknown key.
    public subscript(key: String) -> AttributeValue? {
        shared.position(of: key).map { row[$0] }
    }

    /// Whether the values are in the store's form.
    var isOfSQL: Bool { shared.areOfSQL }

    /// The keys in the order of the columns.
    public var keys: [String] { shared.names }

    /// The values by key.
    public var dictionary: [String: AttributeValue] { shared.positions.mapValues { row[$0] } }
}

extension FetchedDictionary: Hashable {
    /// Whether the keys, in any order, and the values are equal.
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

extension ManagedObjectContext {
    /// The values that a request computes, a value of a type of yours for each dictionary.
    ///
    /// ```swift
    /// struct Total: Decodable {
    ///     var category: String?
    ///     var worth: Decimal
    /// }
    /// let totals = try context.fetch(request, as: Total.self)
    /// ```
    /// - Throws: `DecodingError` that names the key, errors of the predicate and of the store.
    public func fetch<Value: Decodable>(
        _ request: DictionaryFetchRequest, as type: Value.Type
    ) throws -> [Value] {
        try fetchDictionaries(request).map { try $0.decode(type) }
    }
}

extension FetchedDictionary {
    /// Decodes a value of a type whose properties have the names of the keys. A dictionary with a
    /// single key also decodes as a number or a text.
    ///
    /// Numbers that do not fit are errors, never truncated.
    /// - Throws: `DecodingError` with the key.
    public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if ValueDecoder.makesValue(of: type), let only = onlyValue {
            return try only.decode(type)
        }
        return try Value(from: DictionaryDecoder(dictionary: self))
    }
}

extension FetchedDictionary {
    fileprivate var onlyValue: ValueDecoder? {
        guard keys.count == 1, let value = self[keys[0]] else { return nil }
        return ValueDecoder(value: value, isOfSQL: isOfSQL, codingPath: [])
    }
}

private struct DictionaryDecoder: Decoder {
    let dictionary: FetchedDictionary
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(DictionaryContainer<Key>(dictionary: dictionary))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw mismatch([Any].self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        guard let only = dictionary.onlyValue else { throw mismatch(AttributeValue.self) }
        return only
    }

    private func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(
            type,
            .init(
                codingPath: [], debugDescription: "A dictionary has values by key, and no others."))
    }
}

private struct DictionaryContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let dictionary: FetchedDictionary
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { dictionary.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { dictionary[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(key).decode(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { DictionaryDecoder(dictionary: dictionary) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: Key) throws -> ValueDecoder {
        ValueDecoder(value: try value(key), isOfSQL: dictionary.isOfSQL, codingPath: [key])
    }

    private func value(_ key: Key) throws -> AttributeValue {
        guard let value = dictionary[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: [], debugDescription: "The request has no such column."))
        }
        return value
    }
}

private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: AttributeValue
    let isOfSQL: Bool
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw mismatch([String: Any].self)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch([Any].self) }

    func decodeNil() -> Bool { value.isNull }

    /// Whether the type decodes from a single value.
    static func makesValue(of type: Any.Type) -> Bool {
        [Decimal.self, Date.self, Data.self, UUID.self, URL.self, ManagedObjectID.self]
            .contains { $0 == type }
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value =
            isOfSQL
            ? ExpressionType(kind: ExpressionType.Kind(type)).attributeValue(value) : value
        let found: Any? =
            switch type {
            case is Decimal.Type: value.decimalValue
            case is Date.Type: value.dateValue
            case is Data.Type: value.dataValue
            case is UUID.Type: value.uuidValue
            case is URL.Type: value.urlValue
            case is ManagedObjectID.Type: value.objectID
            default: try Value(from: self)
            }
        return try require(found as? Value)
    }

    func decode(_ type: Bool.Type) throws -> Bool { try require(value.booleanValue) }
    func decode(_ type: String.Type) throws -> String { try require(value.stringValue) }
    func decode(_ type: Double.Type) throws -> Double { try require(value.doubleValue) }
    func decode(_ type: Float.Type) throws -> Float {
        try require(value.doubleValue.map(Float.init))
    }
    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

    private func integer<Value: FixedWidthInteger>() throws -> Value {
        try require(value.integerValue.flatMap(Value.init(exactly:)))
    }

    private func require<Value>(_ found: Value?) throws -> Value {
        guard let found else { throw mismatch(Value.self) }
        return found
    }

    private func mismatch(_ type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "The value is \(value), not a \(type).")
        return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}
