/// An ID is encoded as its URI. It is decoded with the coordinator of the store that it is of:
///
/// ```swift
/// let decoder = JSONDecoder()
/// decoder.userInfo[.persistentStoreCoordinator] = container.coordinator
/// ```
/// A `#Predicate` compares a relationship with a known object by it: `$0.author?.objectID == id`.
extension ManagedObjectID: Codable {
    public func encode(to encoder: any Encoder) throws {
        guard !isTemporaryID else {
            throw EncodingError.invalidValue(
                self,
                .init(
                    codingPath: encoder.codingPath,
                    debugDescription: "The object was never saved, so its ID is temporary."))
        }
        var container = encoder.singleValueContainer()
        try container.encode(uriRepresentation)
    }

    /// - Throws: `DecodingError` without a coordinator in the decoder's `userInfo`, or if none of its stores
    ///   has the entity that the URI names.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let uri = try container.decode(String.self)
        guard
            let coordinator = decoder.userInfo[.persistentStoreCoordinator]
                as? PersistentStoreCoordinator
        else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription:
                    "The decoder's userInfo has no coordinator under .persistentStoreCoordinator.")
        }
        guard let id = coordinator.managedObjectID(forURIRepresentation: uri) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(uri) is no ID of the coordinator's stores.")
        }
        self = id
    }
}

extension CodingUserInfoKey {
    /// The coordinator whose stores decoded IDs are of.
    public static let persistentStoreCoordinator: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "persistentStoreCoordinator") else {
            preconditionFailure("The standard library takes any text as a key")
        }
        return key
    }()
}
