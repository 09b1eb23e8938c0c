/// Why a store cannot be brought to another version of its model, with the place in the model.
public struct MigrationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The entity, as the newer version names it.
    public var entity: String
    /// The property, or nil where the whole entity is meant.
    public var property: String?
    /// The cause, as the rest of a sentence without a full stop.
    public var reason: String

    /// Makes an error that names its place.
    public init(entity: String, property: String? = nil, reason: String) {
        self.entity = entity
        self.property = property
        self.reason = reason
    }

    public var description: String { detail + "." }

    /// The place and the cause, as the end of a sentence.
    var detail: String { "\(entity)\(property.map { ".\($0)" } ?? ""): \(reason)" }
}
