import Domain
import Persistence

extension ActivitySource {
    /// The words of the inventory.
    static let inventory: [EntityName: ActivitySource] = [
        .item: ActivitySource(.inventory, "item") { (item: Item) in
            let trash = ResourcePaths(.trash).record(number(item))
            return (item.itemName ?? "", item.isTrashed ? trash : .item(item.key))
        },
        .assetType: ActivitySource(.inventory, "type") { (type: AssetType) in
            (type.label ?? "", .assetType(number(type)))
        },
        .location: ActivitySource(.inventory, "location") { (location: Location) in
            (location.name ?? "", .location(number(location)))
        },
        .tag: ActivitySource(.inventory, "tag") { (tag: Tag) in
            (tag.name ?? "", ResourcePaths(.tags).record(number(tag)))
        },
        EntityName("Loan"): ActivitySource(.inventory, "loan") { (loan: Loan) in
            (loan.borrower ?? "", ResourcePaths(.loans).record(number(loan)))
        },
        EntityName("CareTask"): ActivitySource(.inventory, "task") { (task: CareTask) in
            (task.title ?? "", ResourcePaths(.tasks).record(number(task)))
        },
        EntityName("CareRecord"): ActivitySource(
            .inventory, "doing", partOf: [EntityName("CareTask")]
        ) { (record: CareRecord) in
            (
                record.title ?? record.task?.title ?? "",
                record.task.map { ResourcePaths(.tasks).record(number($0)) }
            )
        },
        EntityName("Document"): ActivitySource(.inventory, "document") { (document: Document) in
            (document.name ?? "", .document(number(document)))
        },
        EntityName("ItemPhoto"): ActivitySource(.inventory, "photo", partOf: [.item]) {
            (photo: Domain.ItemPhoto) in
            (photo.item?.itemName ?? "", .itemPhoto(number(photo)))
        },
        .inboxPhoto: ActivitySource(.inventory, "photo of the inbox") { (photo: InboxPhoto) in
            (photo.fileName ?? "", .inbox)
        },
        EntityName("ItemField"): ActivitySource(.inventory, "field") { (field: ItemField) in
            (field.name ?? "", ResourcePaths(.itemFields).record(number(field)))
        },
        EntityName("ItemFieldValue"): ActivitySource(
            .inventory, "field", partOf: [.item, EntityName("ItemField")], isOf: false
        ) { (value: ItemFieldValue) in
            let item = value.item
            let names = [value.field?.name, item?.itemName].compactMap(\.self)
            return (names.joined(separator: " of "), item.map { .item($0.key) })
        },
        .itemView: ActivitySource(.inventory, "kept view") { (view: ItemView) in
            (view.name ?? "", ResourcePaths(.itemViews).record(number(view)))
        },
        .labelSheet: ActivitySource(.inventory, "label sheet") { (sheet: LabelSheet) in
            (sheet.name ?? "", ResourcePaths(.labelSheets).record(number(sheet)))
        },
    ]

    static func number(_ record: ManagedObject) -> Int64 { record.objectID.recordNumber ?? 0 }
}
