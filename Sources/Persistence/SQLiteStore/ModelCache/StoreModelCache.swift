import Foundation
import ObjectModel

/// The row of `Z_MODELCACHE`.
enum StoreModelCache {
    /// The model that the store was written with; nil if the store does not hold it.
    static func read(_ connection: Connection) throws -> ManagedObjectModel? {
        nil
    }

    static func insert(_ model: ManagedObjectModel, _ connection: Connection) throws {
    }
}
