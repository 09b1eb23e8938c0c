/// A rule of the model that an object breaks.
public struct ValidationFault: Sendable, Hashable {
    /// The rules, with Core Data's error codes.
    public enum Code: Int, Sendable {
        case managedObjectValidation = 1550
        case missingMandatoryProperty = 1570
        case tooFewObjects = 1580
        case tooManyObjects = 1590
        case relationshipDeniedDelete = 1600
        case numberTooLarge = 1610
        case numberTooSmall = 1620
        case dateTooLate = 1630
        case dateTooSoon = 1640
        case invalidDate = 1650
        case stringTooLong = 1660
        case stringTooShort = 1670
        case stringPatternMatching = 1680
        case invalidURI = 1690
    }

    /// The rule.
    public let code: Code
    /// The entity of the object.
    public let entity: String
    /// The property, or nil where the rule is about the whole object.
    public let key: String?
    /// The object.
    public let objectID: ManagedObjectID
    /// The reason, for a person: "category is a required value".
    public let reason: String

    /// Makes a fault, for rules of one’s own.
    public init(
        code: Code, entity: String, key: String?, objectID: ManagedObjectID, reason: String
    ) {
        self.code = code
        self.entity = entity
        self.key = key
        self.objectID = objectID
        self.reason = reason
    }
}
