import Foundation
import Persistence

extension Household {
    /// Permanently deletes items, photos and documents that have been trashed for
    /// ``Item/daysInTrash``, with their files.
    ///
    /// - Throws: errors of the store and of the file system.
    func emptyTrash() throws {
        let limit = now().addingTimeInterval(-Double(Item.daysInTrash) * 24 * 60 * 60)
        let keys = try container.read { context in
            try context.fetch(Item.trashedRequest).filter { ($0.trashedDate ?? limit) < limit }
                .map(\.key)
        }
        for key in keys {
            try container.write { context in
                guard let item = try Item.find(key, in: context), item.isTrashed else { return }
                context.delete(item)
                try save(context, replacingImageOf: key, with: nil)
            }
        }
        try container.write { context in
            for entity in ["ItemPhoto", "Document"] {
                let request = FetchRequest<ManagedObject>(
                    entityName: entity, .key("trashedDate") < limit)
                for record in try context.fetch(request) { context.delete(record) }
            }
            if context.hasChanges { try save(context) }
        }
    }
}
