import Domain
import Foundation
import Persistence

/// The items and products that the rows of a stocktake lead to, as they are now.
struct SeenRecords {
    private let items: [UUID: Item]
    private let products: Set<Int64>

    /// - Throws: errors of the store.
    init(_ subjects: [SeenSubject], in context: ManagedObjectContext) throws {
        var (keys, ids): (Set<UUID>, [ManagedObjectID]) = ([], [])
        for subject in Set(subjects) {
            switch subject {
            case .item(let key): keys.insert(key)
            case .product(let number):
                ids.append(
                    try context.coordinator.objectID(entityName: "Product", recordNumber: number))
            case .code: break
            }
        }
        let found =
            keys.isEmpty
            ? [] : try context.fetch(FetchRequest<Item>(FetchExpression.key("itemKey").isIn(keys)))
        items = Dictionary(found.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let present: [Product] = try context.objects(with: ids)
        products = Set(present.map(\.savedNumber))
    }

    /// The page of a record; nil for a code, or if the record was deleted.
    func path(of subject: SeenSubject?) -> SitePath? {
        switch subject {
        case .item(let key):
            items[key].map {
                $0.isTrashed ? ResourcePaths(.trash).record($0.savedNumber) : .item(key)
            }
        case .product(let number): products.contains(number) ? .product(number) : nil
        case .code, nil: nil
        }
    }

    /// `belongs in House › Garage`, `in the trash`; empty for another record.
    func home(of subject: SeenSubject?) -> String {
        guard case .item(let key) = subject, let item = items[key] else { return "" }
        guard !item.isTrashed else { return "in the trash" }
        return item.location.map { "belongs in \(ItemLocation($0).path)" } ?? "has no location"
    }
}
