import Domain
import Foundation
import Persistence

/// The shopping list.
struct Groceries: Resource, OrderedResource {
    typealias IndexPage = GroceryIndexPage

    let site: Site

    let paths = ResourcePaths(.groceries)
    let entities: Set<EntityName>? = [.groceryItem, .groceryName, .undoStep]
    let place = ResourcePlace(section: .groceries, subsection: .groceries)
    let isCopied = true
    let messages = ResourceMessages(added: .groceryAdded)
    let consequences = ["It is removed from the list. You can undo that there."]
    let words = ResourceWords(
        GroceryItem.description, icon: "i-basket",
        emptyHeading: "Nothing to buy",
        emptyText: "Type what you need: 2 l milk, 3x eggs, ½ kg flour. What you typed before is "
            + "offered again.")

    let list = ListDescription(
        filters: [.init(name: "ticked", label: "Ticked off", kind: .choice(["yes", "no"]))],
        example: "quantity > 1 AND unit == \"l\"",
        orders: [
            ("Own order", SortOrder("orderingValue")), ("Name", SortOrder("name")),
            ("Name, from Z", SortOrder("name", ascending: false)),
        ],
        columns: [
            ListColumn(label: "Grocery", kind: .name, isDefault: true),
            ListColumn(label: "Quantity", kind: .value),
        ])
}

// MARK: - The list

extension Groceries {
    func request(_ list: ListRequest) -> FetchRequest<GroceryItem> {
        var groceries = GroceryQuery()
        groceries.search = list.query.search
        groceries.isTicked = list.query.flag("ticked")
        groceries.predicate = list.predicate
        if list.query.sort != nil {
            // Items that are ticked off stay at the end in every order.
            groceries.sortDescriptors =
                [FetchSortDescriptor("isTicked")] + sortDescriptors(of: list)
        }
        return groceries.fetchRequest
    }

    var members: [RecordMember<DescribedValues<GroceryItem>>] {
        [
            .word("key") { $0.key?.uuidString },
            .text("name") { $0.name },
            .word("quantity") { Quantity.text($0.quantity ?? 0) },
            .text("unit") { $0.unit },
            .flag("isTicked") { $0.isTicked },
            RecordMember("orderingValue", isIn: .documents) {
                .document(.double($0.orderingValue))
            },
            .word("orderingValue", isIn: .tables) { "\($0.orderingValue)" },
            .text("summary") { $0.title },
        ]
    }

    func row(_ grocery: DescribedValues<GroceryItem>) -> ListRow {
        row(
            grocery, name: grocery.name ?? "", isDim: grocery.isTicked,
            [ListCell(grocery.quantityText)])
    }

    func chips(
        _ list: ListRequest, wholeCount: Int, in context: ManagedObjectContext
    ) throws -> [FilterChip] {
        let count = try tickedCount(in: context)
        let choices = [("To buy", "no", wholeCount - count), ("Ticked off", "yes", count)]
        return list.query.chips("ticked", choices, of: paths.list, links)
    }

    func tickedCount(in context: ManagedObjectContext) throws -> Int {
        var ticked = GroceryQuery()
        ticked.isTicked = true
        return try context.count(for: ticked.fetchRequest)
    }

    func index(
        _ page: RecordIndexPage, _ records: [DescribedValues<GroceryItem>], of list: RecordList,
        in context: ManagedObjectContext
    ) throws -> GroceryIndexPage {
        try GroceryIndexPage(page, records, of: list, self, in: context)
    }

    func index(
        refused page: RecordIndexPage, of list: ListRequest, in context: ManagedObjectContext
    ) -> GroceryIndexPage {
        GroceryIndexPage(page, self)
    }
}

// MARK: - One item

extension Groceries {
    func show(
        _ record: GroceryItem, notices: [Notice], in context: ManagedObjectContext
    ) throws -> GroceryShowPage {
        let grocery = try values(record, in: context)
        return GroceryShowPage(
            layout: layout(grocery.title, notices: notices),
            record: head(of: grocery), isTicked: grocery.isTicked,
            tickPath: links(.tickGrocery(grocery.recordNumber)))
    }

    func make(in context: ManagedObjectContext) throws -> GroceryItem {
        try GroceryItem.append(in: context)
    }

    func move(
        _ record: GroceryItem, to position: ListPosition, in context: ManagedObjectContext
    ) throws {
        try record.move(to: position, in: context)
    }
}
