import Domain
import Foundation
import Hummingbird
import Persistence

/// What the controllers of the inventory share.
struct Inventory: Sendable {
    let site: Site
    /// The merges of types that can be undone.
    let merges: KeptChanges<AssetTypeMerge>
    /// The changes of several items at once that can be undone.
    let selections: KeptChanges<ItemSelectionChange>
    /// The values that were changed from dollars to the currency of the household, which can be undone.
    let conversions: KeptChanges<ValueConversion>
    /// The tasks that were noted as done, and can be taken back.
    let careDone: KeptChanges<CareTaskDone>
    /// What was noted as done and taken back, and can be noted again.
    let careTakenBack: KeptChanges<DeletedRecords>
    /// The loans that were noted as back, likewise.
    let loanReturns: KeptChanges<LoanReturn>
    /// The report that is being downloaded.
    let reportDownloads = FolderDownloads()
    /// The changes of the inbox that can be undone.
    let inbox: KeptChanges<InboxChange>
    /// What was wrong with files beside photos that the inbox took, for the page that follows.
    let refusedPhotos: KeptChanges<RefusedPhotos>

    var household: Household { site.household }
    var links: SiteLinks { site.links }

    init(_ site: Site) {
        self.site = site
        let files = site.household.undoFiles
        merges = KeptChanges(files, kind: "merge")
        selections = KeptChanges(files, kind: "selection")
        conversions = KeptChanges(files, kind: "values")
        inbox = KeptChanges(files, kind: "inbox")
        refusedPhotos = KeptChanges(files, kind: "inbox-refused")
        careDone = KeptChanges(files, kind: "care")
        careTakenBack = KeptChanges(files, kind: "care-record")
        loanReturns = KeptChanges(files, kind: "return")
    }

    /// Changes records; what breaks a rule of the model refuses the form.
    ///
    /// - Throws: ``FormRefusal`` for faults of the values, and what the closure throws.
    func change<T: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        try await site.change(body)
    }

    /// The item that an address names.
    ///
    /// - Throws: a 404 if there is none, or it is in the trash.
    func item(_ key: UUID, in context: ManagedObjectContext) throws -> Item {
        guard let item = try Item.find(key, in: context) else {
            throw SiteError.notFound("There is no such item")
        }
        guard !item.isTrashed else { throw SiteError.inTrash("item") }
        return item
    }

    /// The names that stand beside items.
    ///
    /// - Throws: errors of the store.
    func names(in context: ManagedObjectContext) throws -> ItemNames {
        try ItemNames(household.inventoryCache, in: context)
    }

    /// The rows of items, as HTML.
    func rowsHTML(_ items: [Item], _ names: ItemNames) throws -> String {
        try site.renderer.fragments(
            items.map { ItemRow(try ItemValues($0, names), links, in: site.currency) })
    }

    /// The crumb that leads to the list of items.
    var itemsCrumb: PathLink { PathLink(label: "Inventory", path: links(.items)) }

    /// The crumb that leads to the list of types.
    var assetTypesCrumb: PathLink {
        PathLink(label: "Asset types", path: links(.assetTypes))
    }

    /// The crumb that leads to the list of locations.
    var locationsCrumb: PathLink { PathLink(label: "Locations", path: links(.locations)) }

    /// The crumb that leads to an item.
    func crumb(_ item: ItemValues) -> PathLink {
        PathLink(label: item.name, path: links(.item(item.key)))
    }
}

extension SiteContext {
    /// The item key in the address.
    ///
    /// - Throws: a 404 if it is no key.
    var itemKey: UUID {
        get throws(SiteError) {
            guard let key = UUID(uuidString: try parameter("key")) else {
                throw .notFound("There is no such item")
            }
            return key
        }
    }

    /// The record number in the address.
    ///
    /// - Throws: a 404 if it is no number.
    var recordNumber: Int64 {
        get throws(SiteError) { try parameter("id", as: Int64.self) }
    }
}

extension Inventory {
    /// The names of all types and locations, and the fields of the household's own that a new item has.
    ///
    /// - Parameter type: the number of its type, as a form has it.
    func ownFields(
        ofNew type: String?
    ) async throws -> (names: ItemNames, fields: ItemFieldTexts) {
        try await household.container.read { context in
            (try names(in: context), try ItemFieldTexts(ofNew: type, in: context))
        }
    }

    /// The names of all types and locations.
    func names() async throws -> ItemNames {
        try await household.container.read { try names(in: $0) }
    }

    /// The form for an item like one that was just added: of the same type, in the same location.
    func newItemPath(like item: ItemValues) -> SitePath {
        let type = item.assetType.map { ("assetType", String($0.number)) }
        let location = item.location.map { ("location", String($0.number)) }
        return .newItem.query([type, location].compactMap { $0 })
    }
}

extension StaleItem {
    /// The conflict for programs, with the item as it is saved now.
    func error(_ links: SiteLinks) -> SiteError {
        .stale(saved.rowVersion, saved.json(links))
    }
}

extension Inventory {
    /// An item that was moved.
    struct MovedItem: Sendable {
        let item: ItemValues
        let formerIndex: Int
        let index: Int
    }

    /// Moves an item within the whole list, whatever part of it was shown.
    ///
    /// - Parameter expected: the order as the page had it that the move was made on.
    /// - Throws: a 404; a 409 if the order is another one by now.
    func move(
        _ key: UUID, to position: ItemPosition, expecting expected: ExpectedOrder = ExpectedOrder()
    ) async throws -> MovedItem {
        try await change { context in
            let item = try item(key, in: context)
            let former = try ItemOrder.index(of: item, in: context) ?? 0
            try expected.check(item, at: former, movingTo: position, in: context)
            switch position {
            case .index(let index): try ItemOrder.move(item, to: index, in: context)
            case .step(let step): try ItemOrder.move(item, step, in: context)
            }
            try household.save(context)
            let index = try ItemOrder.index(of: item, in: context) ?? 0
            return MovedItem(item: try ItemValues(item), formerIndex: former, index: index)
        }
    }
}

extension EntityName {
    /// What lists of items are made of.
    static let itemLists = EntityName.inventory
    /// What the page of an item is made of: it names the sale, and the customer, of one that was sold.
    static let itemPages = EntityName.inventory.union([
        .sale, .saleLine, .product, .customer, .creditCard, .taxRate, .payment, .paymentKind,
    ])
}

/// A controller of the inventory.
protocol InventoryRoutes: RouteProvider {
    var inventory: Inventory { get }
}

extension InventoryRoutes {
    var site: Site { inventory.site }
}
