/// Something that a predicate can be asked about: an object, a record, a dictionary.
public protocol PredicateSubject {
    /// The identity, by which it is equal to others; nil if it has none.
    var predicateObjectID: ManagedObjectID? { get }

    /// The value of a key. Parts of composite attributes have keys with dots (`address.street`).
    ///
    /// - Throws: if there is no such key, or its value cannot be read.
    func predicateValue(forKey key: String) throws -> PredicateValue

    /// How many of the keys at the beginning of a path name one value together: several where they lead to a
    /// part of a composite attribute. Default: 1.
    func predicateKeyCount(at keys: ArraySlice<String>) -> Int
}

extension PredicateSubject {
    public func predicateKeyCount(at keys: ArraySlice<String>) -> Int { 1 }
}

extension Dictionary: PredicateSubject where Key == String, Value == AttributeValue {
    public var predicateObjectID: ManagedObjectID? { nil }

    /// The value of the key; no value if the dictionary does not have it.
    public func predicateValue(forKey key: String) throws -> PredicateValue {
        .value(self[key] ?? .null)
    }
}
