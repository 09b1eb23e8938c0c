import Foundation
import Persistence

/// What a save made of one property of a record.
public struct ValueChange: Sendable, Equatable {
    /// The name of the property.
    public let property: String
    /// The value before, as text: amounts and numbers plain, dates by ISO 8601 in UTC, of a record its
    /// name at the time. Nil for none.
    public let old: String?
    /// The value afterwards.
    public let new: String?

    /// Says what became of a property.
    public init(property: String, old: String?, new: String?) {
        self.property = property
        self.old = old
        self.new = new
    }

    /// The longest text that is kept of a value; of longer ones, the beginning is.
    static let longestText = 200

    /// Takes changes out of what the history keeps of an update; none where it is nothing of ours.
    static func changes(in annotation: Data) -> [ValueChange] {
        let values = try? JSONDecoder().decode([String: [String?]].self, from: annotation)
        return (values ?? [:]).sorted { $0.key < $1.key }.compactMap { property, values in
            guard values.count == 2 else { return nil }
            return ValueChange(property: property, old: values[0], new: values[1])
        }
    }

    /// Changes as the history keeps them.
    ///
    /// - Parameter encoder: one for all records of a save.
    static func annotation(of changes: [ValueChange], _ encoder: JSONEncoder) throws -> Data {
        try encoder.encode(
            Dictionary(
                changes.map { ($0.property, [$0.old, $0.new]) }, uniquingKeysWith: { $1 }))
    }
}
