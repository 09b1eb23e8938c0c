import Foundation
import Persistence

/// The change of one property of a record by a save.
public struct ValueChange: Sendable, Equatable {
    public let property: String
    /// The old value as text: amounts and numbers plain, dates in ISO 8601 and UTC, records by
    /// their names at the time. Nil for none.
    public let old: String?
    /// The new value.
    public let new: String?

    public init(property: String, old: String?, new: String?) {
        self.property = property
        self.old = old
        self.new = new
    }

    /// The maximum length of a value's text, after which it is cut.
    static let longestText = 200

    /// Parses the changes in a history annotation; none if the format is unknown.
    static func changes(in annotation: Data) -> [ValueChange] {
        let values = try? JSONDecoder().decode([String: [String?]].self, from: annotation)
        return (values ?? [:]).sorted { $0.key < $1.key }.compactMap { property, values in
            guard values.count == 2 else { return nil }
            return ValueChange(property: property, old: values[0], new: values[1])
        }
    }

    /// The changes as a history annotation.
    ///
    /// - Parameter encoder: an encoder shared by all records of a save.
    static func annotation(of changes: [ValueChange], _ encoder: JSONEncoder) throws -> Data {
        try encoder.encode(
            Dictionary(
                changes.map { ($0.property, [$0.old, $0.new]) }, uniquingKeysWith: { $1 }))
    }
}
