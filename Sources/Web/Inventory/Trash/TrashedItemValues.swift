import Domain
import Foundation
import Persistence

/// An item in the trash.
struct TrashedItemValues: RecordValues {
    let item: ItemValues
    let trashedDate: Date
    /// The time at which it is deleted permanently.
    let deletionDate: Date

    /// - Throws: errors of a field that the model does not have.
    init(_ item: Item, _ names: ItemNames) throws {
        self.item = try ItemValues(item, names)
        trashedDate = item.trashedDate ?? Date(timeIntervalSinceReferenceDate: 0)
        deletionDate = item.deletionDate ?? trashedDate
    }

    var recordNumber: Int64 { item.recordNumber }
    var title: String { item.name }
    var rowVersion: Int64 { item.rowVersion }

    /// `Furniture · WS-2041 · Study`.
    var detail: String {
        [item.assetType?.text ?? "", item.serialNumber, item.location?.name ?? ""]
            .filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
