import Domain
import Persistence

/// The saved views of the list of items.
struct ItemViews: Resource, OrderedResource, InventoryPart {
    let inventory: Inventory

    let paths = ResourcePaths(.itemViews)
    /// The view's words contain the names of these records.
    let entities: Set<EntityName>? = [.itemView, .assetType, .location, .tag]
    let place = ResourcePlace(section: .inventory, subsection: .items, topic: .finding)
    let messages = ResourceMessages(
        added: .itemViewAdded, saved: .itemViewSaved, deleted: .itemViewDeleted)
    let moved: FlashMessage? = .itemViewSaved
    let consequences = ["The items that it shows stay."]
    let words = ResourceWords(
        ItemView.description, icon: "i-filter",
        emptyHeading: "No saved views yet",
        emptyText: "Search, filter and sort the list of items, then save it there under a name.")

    let list = ListDescription(
        example: "query CONTAINS \"warranty\"",
        orders: [("Their order", SortOrder("orderingValue")), ("Name", SortOrder("name"))],
        columns: [
            ListColumn(label: "View", kind: .name, sort: "name"),
            ListColumn(
                label: "Search and filters", kind: .detail, sort: "orderingValue", isDefault: true),
        ], searched: [["name"]])
}

extension ItemViews {
    typealias Record = ItemView

    var members: [RecordMember<ItemViewValues>] {
        ItemView.description.members() + [
            .count("index") { $0.index },
            .word("list", isIn: .documents) { [links] in links($0.path) },
        ]
    }

    func values(
        _ records: [ItemView], in context: ManagedObjectContext
    ) throws -> [ItemViewValues] {
        let all = try ItemView.all(in: context)
        let names = try inventory.names(in: context)
        return try records.map { view in
            ItemViewValues(
                record: view, text: try text(of: view, names, in: context),
                index: all.firstIndex { $0 === view } ?? 0, count: all.count)
        }
    }

    /// The search, the filters and the order of a view in words: `“drill”, Location: Garage`.
    private func text(
        of view: ItemView, _ names: ItemNames, in context: ManagedObjectContext
    ) throws -> String {
        let query = try Items.view(query: view.query ?? "", context.coordinator.layout).query
        var words = query.words(Items.list.parameters, names: names.names(in: query))
        if let sort = query.sort {
            let order = Items.list.sorts(query, of: .items, links).first(where: \.isCurrent)
            words.append("Order: \(order?.label ?? sort.attribute)")
        }
        return words.isEmpty ? "All items" : words.joined(separator: ", ")
    }

    func cells(_ view: ItemViewValues) -> [ListCell] {
        [ListCell(view.text, path: links(view.path))]
    }

    func make(in context: ManagedObjectContext) throws -> ItemView {
        try ItemView.append(in: context)
    }

    /// The name is unique, and the list accepts the view.
    func check(
        _ view: ItemView, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {
        if let name = view.name, decoder.message(for: "name") == nil,
            let other = try ItemView.named(name, otherThan: view, in: context)
        {
            decoder.fail("name", "Name", "there is a view “\(other.name ?? name)” already")
        }
        if view.isInserted, try ItemView.all(in: context).count > ItemView.most {
            decoder.fail("name", "Name", "at most \(ItemView.most) views can be saved")
        }
        guard let query = view.query, decoder.message(for: "query") == nil else { return }
        let layout = site.household.container.coordinator.layout
        let text = query.split(separator: "?", maxSplits: 1).last.map(String.init) ?? query
        let list = try Items.view(query: text, layout)
        for fault in list.faults {
            decoder.fail("query", "Search and filters", "\(fault.label): \(fault.message)")
        }
        let kept = QueryText.encode(list.query.at(page: 1).parameters)
        if kept != query, list.faults.isEmpty { view.query = kept }
    }

    func move(
        _ record: ItemView, to position: ListPosition, in context: ManagedObjectContext
    ) throws {
        try record.move(to: position.index(from: values(record, in: context).index), in: context)
    }

    func list(afterMoving view: ItemViewValues) -> SitePath { path(of: view) }

    /// A new view is shown as the list that it selects.
    func summary(of record: ItemView, in context: ManagedObjectContext) throws -> RecordSummary {
        let view = try values(record, in: context)
        var summary = try summary(of: view)
        summary.next = view.path
        return summary
    }

    func show(
        _ record: ItemView, notices: [Notice], in context: ManagedObjectContext
    ) throws -> RecordShowPage {
        let view = try values(record, in: context)
        return try showPage(
            record, view, notices: notices, summary: view.text,
            further: [RecordAction("Show the items", at: links(view.path), .primary)],
            facts: [
                RecordFact(
                    "Place among the views", place: view.index, of: view.count,
                    moving: links(paths.position(view.recordNumber)))
            ])
    }
}

/// A saved view with its position among the others.
struct ItemViewValues: RecordHolder {
    let record: ItemView
    /// The search, the filters and the order in words: `“drill”, Location: Garage`.
    let text: String
    /// The position, from 0.
    let index: Int
    /// The number of saved views.
    let count: Int

    var title: String { record.name ?? "" }

    var path: SitePath { ItemViewLabel(record).path }
}

extension ItemViewLabel {
    var path: SitePath {
        // The query could be read when it was saved. If another version of the program wrote it,
        // the list reports the fault.
        query.isEmpty ? .items : SitePath.items.query(encoded: query)
    }
}
