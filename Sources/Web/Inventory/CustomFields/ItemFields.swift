import Domain
import Persistence

/// The custom fields of items.
struct ItemFields: Resource, InventoryPart {
    typealias Record = ItemField

    let inventory: Inventory

    let paths = ResourcePaths(.itemFields)
    let entities: Set<EntityName>? = EntityName.itemLists
    let place = ResourcePlace(section: .inventory, subsection: .assetTypes)
    let messages = ResourceMessages(deleted: .fieldDeleted)
    let counted: CountedMembers? = CountedMembers(
        name: "items", entity: .itemFieldValue, relationship: "field",
        selection: ItemFieldValue.isListed)
    let words = ResourceWords(
        ItemField.description, icon: "i-pencil",
        emptyHeading: "Fields of your own",
        emptyText:
            "The power of a machine, the size of a coat, the day of the last service: a field belongs to "
            + "the items of one type, or to all.")

    let list = ListDescription(
        filters: [.init(name: "assetType", label: "Type", kind: .id)],
        example: "kind == \"number\" AND assetType == nil",
        orders: [
            ("Order in the form", SortOrder("orderingValue")), ("Name", SortOrder("name")),
        ],
        columns: [
            ListColumn(label: "Field", kind: .name, sort: "name"),
            ListColumn(label: "Kind", kind: .detail), ListColumn(label: "Type", kind: .detail),
            ListColumn(label: "Items", kind: .value, sort: "orderingValue", isDefault: true),
        ], searched: [["name"]])

    let prefetching = ["assetType"]
}

// MARK: - The list

extension ItemFields {
    func cells(_ field: DescribedValues<ItemField>) -> [ListCell] {
        [
            ListCell(field.fieldKind.label),
            ListCell(field.assetType.map { $0.label ?? "" } ?? "All items"),
            ListCell(ItemCount.text(field.count)),
        ]
    }
}

// MARK: - One field

extension ItemFields {
    func make(in context: ManagedObjectContext) throws -> ItemField {
        try ItemField.append(in: context)
    }

    /// The name is unique among the fields of an item, and existing values stay valid.
    func check(
        _ field: ItemField, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {
        if field.kind?.isEmpty ?? true { field.kind = ItemFieldKind.text.rawValue }
        if let name = field.name, decoder.message(for: "name") == nil {
            if let other = try ItemField.named(
                name, of: field.assetType, otherThan: field, in: context)
            {
                decoder.fail("name", "Name", "there is a field “\(other.name ?? name)” already")
            } else if CardNumber.isSecurityCode(named: name) {
                // A table with such a column would be rejected when it is imported again.
                decoder.fail("name", "Name", "the security code of a card is not kept")
            }
        }
        if !field.isInserted, field.changedValues["kind"] != nil, !field.values.isEmpty,
            decoder.message(for: "kind") == nil
        {
            decoder.fail(
                "kind", "Kind",
                "\(Self.holders(of: field)) have something in it; add another field instead")
        }
        if field.isInserted, try ItemField.all(in: context).count > ItemField.most {
            decoder.fail("name", "Name", "a household has at most \(ItemField.most) fields")
        }
    }

    func deletion(
        of record: ItemField, in context: ManagedObjectContext
    ) throws -> DeletionQuestion {
        let count = record.values.count
        return DeletionQuestion(consequences: [
            count == 0
                ? "No item has anything in it."
                : "What \(Self.holders(of: record)) \(count == 1 ? "has" : "have") in it goes with it."
        ])
    }

    /// The items with a value in a field: `3 items and 1 item in the trash`.
    private static func holders(of field: ItemField) -> String {
        let listed = field.values.count { $0.item?.isTrashed == false }
        let trashed = field.values.count - listed
        return [
            listed > 0 ? ItemCount.text(listed) : nil,
            trashed > 0 ? "\(ItemCount.text(trashed)) in the trash" : nil,
        ].compactMap(\.self).listText
    }

    func show(
        _ record: ItemField, notices: [Notice], in context: ManagedObjectContext
    ) throws -> RecordShowPage {
        let field = try values(record, in: context)
        let example = field.fieldKind == .number ? "$v.number > 100" : "$v.text == \"…\""
        var page = try showPage(
            record, field, notices: notices,
            facts: [
                RecordFact(plain: "Kind", field.fieldKind.label),
                RecordFact(
                    plain: "Items", field.assetType?.label ?? "All items",
                    path: links(field.assetType.map { .assetType($0.savedNumber) } ?? .items)),
            ])
        page.plainSummary = ItemCount.text(field.count)
        page.technical = [
            RecordFact(
                "In a predicate",
                "SUBQUERY(fieldValues, $v, $v.field.name == \"\(field.title)\" AND "
                    + "\(example)).@count > 0")
        ]
        return page
    }
}
