import Domain
import Foundation
import Hummingbird
import Persistence

/// The items in the trash, which were deleted recently.
struct Trash: ShownResource, RouteProvider, InventoryPart {
    let inventory: Inventory

    let paths = ResourcePaths(.trash)
    let entities: Set<EntityName>? = EntityName.itemLists
    let place = ResourcePlace(section: .inventory, subsection: .trash)
    let words = ResourceWords(
        one: "item", many: "items", title: "Trash", icon: "i-trash", searched: "its name",
        emptyHeading: "Nothing is in the trash",
        emptyText:
            "What you delete stays here for \(Item.daysInTrash) days, with everything that belongs to it."
    )

    let list = ListDescription(
        example: "valueInDollars > 50",
        orders: [
            ("Deleted last", SortOrder("trashedDate", ascending: false)),
            ("Deleted first", SortOrder("trashedDate")), ("Name", SortOrder("itemName")),
        ],
        columns: [
            ListColumn(label: "Item", kind: .name, sort: "itemName"),
            ListColumn(label: "Type, serial number, location", kind: .detail),
            ListColumn(label: "Value", kind: .value),
            ListColumn(
                label: "Deleted", kind: .date, sort: "trashedDate", isDescendingFirst: true,
                isDefault: true),
        ],
        columnPaths: ["deletionDate": "trashedDate"])
}

extension Trash {
    func request(_ list: ListRequest) -> FetchRequest<Item> {
        var request = Item.trashedRequest
        // The view's own condition is still required.
        request.predicate = .all(
            FetchPredicate.words(list.query.search, inAnyOf: [["itemName"]])
                + [list.predicate].compactMap(\.self))
        if list.query.sort != nil { request.sortDescriptors = sortDescriptors(of: list) }
        return request
    }

    func values(
        _ records: [Item], in context: ManagedObjectContext
    ) throws -> [TrashedItemValues] {
        let names = try inventory.names(in: context)
        return records.map { TrashedItemValues(item: ItemValues($0, names)) }
    }

    var members: [RecordMember<TrashedItemValues>] {
        [
            .word("itemKey") { $0.record.key.uuidString },
            .text("itemName") { $0.title },
            .integer("valueInDollars") { Int64($0.record.valueInDollars) },
            RecordMember("worth", isIn: .documents) { .document($0.record.value.worthJSON) },
            .instant("trashedDate") { $0.trashedDate },
            .instant("deletionDate") { $0.deletionDate },
            RecordMember("restore", isIn: .documents) { [links] in
                .word(links(.restoreItem($0.recordNumber)))
            },
        ]
    }

    func row(_ item: TrashedItemValues) -> ListRow {
        ListRow(
            anchor: inventory.items.anchor(of: item.item), path: links(path(of: item)),
            name: item.title,
            [
                ListCell(item.detail), ListCell(item.record.value.text(in: site.currency)),
                ListCell(item.trashedDate),
            ])
    }

    func sums(of list: ListRequest, in context: ManagedObjectContext) throws -> ListSums {
        ListSums(texts: ["each kept for \(Item.daysInTrash) days"])
    }

    /// Items outside the trash count as missing.
    func existing(_ number: Int64, in context: ManagedObjectContext) throws -> Item {
        guard let item = try context.existingObject(Item.self, recordNumber: number),
            item.isTrashed
        else { throw SiteError.notFound("There is no such item in the trash") }
        return item
    }

    func show(
        _ record: Item, notices: [Notice], in context: ManagedObjectContext
    ) throws -> TrashShowPage {
        let item = try values(record, in: context)
        let number = item.recordNumber
        return TrashShowPage(
            layout: layout(item.title, notices: notices), name: item.title,
            thumbnailPath: record.thumbnailPath(links),
            detail: [item.detail, record.value.eachText(in: site.currency)].filter {
                !$0.isEmpty
            }
            .joined(separator: " · "),
            trashed: DateText.long(item.trashedDate), deleted: DateText.long(item.deletionDate),
            restorePath: links(.restoreItem(number)), deletePath: links(paths.delete(number)),
            trashPath: links(.trash))
    }
}

/// An item in the trash.
struct TrashedItemValues: RecordHolder {
    let item: ItemValues

    var record: Item { item.record }
    var title: String { item.title }
    var trashedDate: Date { item.trashedDate ?? Date(timeIntervalSinceReferenceDate: 0) }
    /// The time at which it is deleted permanently.
    var deletionDate: Date { item.deletionDate ?? trashedDate }

    /// `Furniture · WS-2041 · Study`.
    var detail: String {
        [item.assetType?.text ?? "", item.serialNumber ?? "", item.location?.name ?? ""]
            .filter { !$0.isEmpty }.joined(separator: " · ")
    }
}

extension Trash {
    func addRoutes(to routes: inout SiteRoutes) {
        routes.addList(at: .trash, by: .readers(of: .inventory), of: self)
        PageActions(self).addRoutes(to: &routes)
        routes.post(.restoreItem("{id}"), by: .editors(of: .inventory), use: restore)
        routes.post(
            paths.delete("{id}"), by: .editors(of: .inventory).askingAgain, use: delete)
    }

    private func restore(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let (document, key) = try await site.change { records in
            let item = try existing(number, in: records)
            item.trashedDate = nil
            try site.household.save(records)
            return (try inventory.items.json(ItemValues(item)), item.key)
        }
        return site.changed(document, at: .item(key), after: request, flash: .recordRestored)
    }

    private func delete(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let document = try await site.change { records in
            let item = try existing(number, in: records)
            let document = try inventory.items.json(ItemValues(item))
            records.delete(item)
            try site.household.save(records)
            return document
        }
        return site.changed(document, at: .trash, after: request, flash: .itemErased)
    }
}

/// One item in the trash, to restore or to delete permanently.
struct TrashShowPage: TemplatePage {
    static let template = "inventory/trash"

    var layout: LayoutPage
    var name: String
    var thumbnailPath: String
    /// `Furniture · WS-2041 · $1,480`.
    var detail: String
    /// `November 21, 2026`.
    var trashed: String
    /// The day on which it is deleted permanently.
    var deleted: String
    var restorePath: String
    var deletePath: String
    var trashPath: String
}
