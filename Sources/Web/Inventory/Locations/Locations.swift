import Domain
import Persistence

/// The locations of items.
struct Locations: Resource, InventoryPart {
    let inventory: Inventory

    let paths = ResourcePaths(.locations)
    let entities: Set<EntityName>? = EntityName.itemLists
    let place = ResourcePlace(section: .inventory, subsection: .locations)
    let messages = ResourceMessages(deleted: .locationDeleted)
    let words = ResourceWords(
        Location.description, icon: "i-home", searched: "its name or notes",
        emptyHeading: "Where everything is",
        emptyText: "A house, a room, a shelf, a box: a location may be in another one, and moves "
            + "with all that is in it.")

    let list = ListDescription(
        filters: [
            .init(name: "parent", label: "Inside", kind: .idOrNone, namedEntity: .location)
        ],
        example: "items.@count == 0 AND children.@count == 0",
        orders: [
            ("House, room, shelf", SortOrder("place")), ("Name", SortOrder("name")),
            ("Name, from Z", SortOrder("name", ascending: false)),
        ],
        columns: [
            ListColumn(label: "Location", kind: .name, sort: "name"),
            ListColumn(label: "Inside", kind: .detail, sort: "place", isDefault: true),
            ListColumn(label: "Items", kind: .count), ListColumn(label: "Value", kind: .value),
        ],
        columnPaths: ["path": "name"])
}

// MARK: - The list

extension Locations {
    func request(_ list: ListRequest) throws -> FetchRequest<Location> {
        var request = try request(list, where: conditions(of: list))
        if isByPath(list) {
            request.sortDescriptors = [
                FetchSortDescriptor("name", comparison: .localizedStandard)
            ]
        }
        return request
    }

    private func isByPath(_ list: ListRequest) -> Bool {
        [nil, "place", "path"].contains(list.query.sort?.attribute)
    }

    /// The order by path — house, room, shelf — which no attribute has.
    func order(
        of list: ListRequest, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID]? {
        guard isByPath(list) else { return nil }
        let found = try context.fetchObjectIDs(request(list))
        let ids = Dictionary(found.map { ($0.savedNumber, $0) }, uniquingKeysWith: { $1 })
        let ordered = try tree(in: context).nodes.compactMap { ids[$0.number] }
        return list.query.sort?.isAscending == false ? ordered.reversed() : ordered
    }

    func values(
        _ records: [Location], in context: ManagedObjectContext
    ) throws -> [LocationValues] {
        let tree = try tree(in: context)
        let totals = try site.household.inventoryCache.totalsByLocation(in: context)
        return records.map { LocationValues($0, tree, totals) }
    }

    var members: [RecordMember<LocationValues>] {
        Location.description.members("name") + [
            .record("parent") { $0.parents.last.map { ($0.number, $0.name) } },
            .text("path", isIn: .tables) { $0.pathText },
            .text("notes") { $0.record.notes },
            .count("children", isIn: .documents) { $0.childCount },
            .count("items") { $0.own.count },
            .count("itemsWithin") { $0.whole.count },
            .integer("valueInDollars") { $0.whole.valueInDollars },
            .money("worth", isIn: .documents) { $0.whole.worth },
        ]
    }

    func cells(_ location: LocationValues) -> [ListCell] {
        [ListCell(location.place, isNone: location.place.isEmpty)]
            + site.cells(location.whole, path: links(itemsPath(location.recordNumber)))
    }

    /// The items without a location follow after the last location.
    func sums(of list: ListRequest, in context: ManagedObjectContext) throws -> ListSums {
        guard !list.query.isFiltered else { return ListSums() }
        let totals = try site.household.inventoryCache.totalsByLocation(in: context)
        let whole = totals.values.reduce(into: ItemTotals()) { $0 += $1 }
        var sums = ListSums(
            texts: [
                ItemCount.text(whole.count), site.worthClause(whole),
            ], cells: [ListCell("")] + site.cells(whole))
        if let homeless = totals[nil], homeless.count > 0 {
            let path = links(ListQuery().filtered("location", by: "none").address(of: .items))
            sums.rows = [
                ListRow(
                    anchor: "location-none", path: path, name: "No location", isDim: true,
                    [ListCell("")] + site.cells(homeless, path: path))
            ]
        }
        return sums
    }

    /// The list of the items in a location at any depth.
    func itemsPath(_ number: Int64) -> SitePath {
        ListQuery().filtered("location", by: String(number)).address(of: .items)
    }

    func tree(in context: ManagedObjectContext) throws -> LocationTree {
        try site.household.inventoryCache.locations(in: context)
    }

    /// Locations as a table on another page.
    ///
    /// - Throws: errors of the store.
    func table(
        _ locations: [Location], _ caption: String, in context: ManagedObjectContext
    ) throws -> ListTable {
        var table = ListTable(caption, list.columns.filter { $0.kind != .detail })
        table.fill(
            try values(locations, in: context).map { location in
                var row = try row(location)
                row.cells.removeFirst()
                return row
            })
        return table
    }
}

// MARK: - One location

extension Locations {
    func crumbs(above location: LocationValues) -> [PathLink] {
        [inventory.locationsCrumb]
            + location.parents.map {
                PathLink(label: $0.name, path: links(paths.record($0.number)))
            }
    }

    /// Users could not distinguish locations with the same name and parent. Saving checks that no
    /// location contains itself.
    func check(
        _ location: Location, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {
        guard let name = location.name, decoder.message(for: "name") == nil else { return }
        if let fault = Location.fault(ofName: name) { return decoder.fail("name", "Name", fault) }
        guard
            let other = try Location.named(
                name, in: location.parent, otherThan: location, context: context)
        else { return }
        let place = location.parent?.name.map { " in “\($0)”" } ?? ""
        decoder.fail("name", "Name", "there is a location “\(other.name ?? name)”\(place) already")
    }

    func deletion(
        of record: Location, in context: ManagedObjectContext
    ) throws -> DeletionQuestion {
        let location = try values(record, in: context)
        let (children, items) = (location.childCount, location.own.count)
        guard children + items > 0 else {
            return DeletionQuestion(consequences: ["Nothing is in it."])
        }
        let texts = [
            children == 0 ? "" : words.count(children), items == 0 ? "" : ItemCount.text(items),
        ]
        let what = texts.filter { !$0.isEmpty }.listText
        let target = location.parents.last.map { "in “\($0.name)” then" }
        return DeletionQuestion(
            consequences: [
                "\(what) \(children + items == 1 ? "stays" : "stay"), "
                    + (target ?? "without a location then") + "."
            ], label: "Delete location, keep what is in it")
    }

    func delete(
        _ record: Location, choosing choice: String?, in context: ManagedObjectContext
    ) throws {
        record.delete(in: context)
    }
}

/// A location with its contents.
struct LocationValues: RecordHolder {
    let record: Location
    /// The containing locations, outermost first.
    let parents: [LocationTree.Node]
    /// The number of direct sublocations.
    let childCount: Int
    /// The number of sublocations at any depth.
    let innerCount: Int
    /// The totals of the items directly in it.
    let own: ItemTotals
    /// The totals of the items in it at any depth.
    let whole: ItemTotals

    init(_ location: Location, _ tree: LocationTree, _ totals: [Int64?: ItemTotals]) {
        let number = location.savedNumber
        let inner = tree.within(number).dropFirst()
        record = location
        parents = tree.path(to: number).dropLast()
        childCount = inner.count { $0.parent == number }
        innerCount = inner.count
        own = totals[number] ?? ItemTotals()
        whole = inner.reduce(into: own) { $0 += totals[$1.number] ?? ItemTotals() }
    }

    var title: String { record.name ?? "" }

    /// `House › Kitchen`; empty for an outermost location.
    var place: String { parents.map(\.name).joined(separator: LocationTree.separator) }

    /// `House › Kitchen › Drawer`.
    var pathText: String {
        (parents.map(\.name) + [title]).joined(separator: LocationTree.separator)
    }
}

extension Locations {
    /// The number of items shown.
    private static let shownItems = 50

    func show(
        _ record: Location, notices: [Notice], in context: ManagedObjectContext
    ) throws -> RecordShowPage {
        let location = try values(record, in: context)
        let number = location.recordNumber
        let inner: [Location] = try context.objects(
            with: tree(in: context).children(of: number).map {
                try context.coordinator.objectID(
                    entityName: "Location", recordNumber: $0.number)
            })
        var page = try showPage(record, location, notices: notices, facts: [])
        page.layout.crumbs = crumbs(above: location)
        (page.plainSummary, page.notes) = (summary(location), record.notes ?? "")
        let new = links(SitePath.newItem.query([("location", String(number))]))
        page.further = [
            RecordAction(
                "Label", at: links(SitePath.labels.query([("at", String(number))])), icon: "i-tag"),
            RecordAction(
                "Add a location inside this one",
                at: links(paths.new.query([("parent", String(number))])), icon: "i-plus"),
            .adding("Add item", at: new),
        ]
        if !inner.isEmpty {
            let table = try table(inner, "Locations in \(location.title)", in: context)
            page.parts = [RecordPart(id: "locations", heading: "Locations in it", table: table)]
        }
        let (count, items) = (location.whole.count, try items(number, in: context))
        var more: [RecordAction] = []
        if count > min(location.own.count, Self.shownItems) {
            let all = links(itemsPath(number))
            more = [RecordAction("Show all \(ItemCount.text(count))", at: all)]
        }
        if !items.table.rows.isEmpty {
            let labels = links(SitePath.labels.query([("location", String(number))]))
            more.append(RecordAction("Labels of the items", at: labels))
            page.parts += [items, RecordPart(actions: more)]
        } else if inner.isEmpty {
            let first = RecordAction("Add an item here", at: new)
            page.parts = [RecordPart(words.icon, "Nothing is in it yet", first)]
        } else {
            page.parts.append(RecordPart(more: more))
        }
        return page
    }

    /// `12 items, worth $8,310, 4 of them here and the others in 3 locations`.
    private func summary(_ location: LocationValues) -> String {
        let text =
            "\(ItemCount.text(location.whole.count)), \(site.worthClause(location.whole))"
        let others = location.whole.count - location.own.count
        guard others > 0 else { return text }
        let inner = words.count(location.innerCount)
        return location.own.count == 0
            ? "\(text), in \(inner) in it"
            : "\(text), \(others, grouped: true) of them in \(inner) in it"
    }

    private func items(_ number: Int64, in context: ManagedObjectContext) throws -> RecordPart {
        var query = ItemQuery()
        query.location = .oneOf([number])
        query.sold = false
        var items = try Items(inventory: inventory).part(query, Self.shownItems, in: context)
        (items.id, items.heading) = ("items", "Items here")
        return items
    }
}
