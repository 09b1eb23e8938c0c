import Foundation
import Persistence

/// The result of a closed stocktake: the name of what was counted in the first line, then the things as
/// JSON. Earlier versions stored the JSON alone.
extension Stocktake {
    /// Stores the things, and the present name of what is counted.
    ///
    /// - Throws: errors of the store.
    func keep(_ things: [StocktakeThing]) throws {
        let name = try scopeName ?? ""
        let line = name.split(whereSeparator: \.isNewline).joined(separator: " ")
        result = try Data((line + "\n").utf8) + JSONEncoder().encode(things)
    }

    /// The stored things; nil if the stocktake is open.
    ///
    /// - Throws: errors of a result that cannot be decoded.
    var keptThings: [StocktakeThing]? {
        get throws {
            guard let result else { return nil }
            let start = result.firstIndex(of: Self.lineEnd).map { $0 + 1 } ?? result.startIndex
            return try JSONDecoder().decode([StocktakeThing].self, from: result[start...])
        }
    }

    /// The name of the location, tag, type or category that is counted, as it was when the stocktake was
    /// closed; nil if all items are, or if it was deleted before.
    ///
    /// - Throws: errors of the store.
    public var scopeName: String? {
        get throws {
            if let result, let end = result.firstIndex(of: Self.lineEnd) {
                let name = String(decoding: result[..<end], as: UTF8.self)
                return name.isEmpty ? nil : name
            }
            guard let context = managedObjectContext else { return nil }
            for field in Self.description.fields {
                guard case .reference(let reference) = field.kind,
                    let number = try attributeValue(forKey: field.name).integerValue
                else { continue }
                let record = try context.record(reference.entityName, number)
                return try record?.value(forKey: reference.label) as? String
            }
            return nil
        }
    }

    private static let lineEnd = UInt8(ascii: "\n")
}
