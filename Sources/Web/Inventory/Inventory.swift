import Domain
import Foundation
import Hummingbird
import Persistence

/// The dependencies that the controllers of the inventory share.
struct Inventory: Sendable {
    let site: Site
    /// The merges of types that can be undone.
    let merges: UndoableChange<AssetTypeMerge>
    /// The changes of several items that can be undone.
    let selections: UndoableChange<ItemSelectionChange>
    /// The conversions of values from dollars to the household's currency that can be undone.
    let conversions: UndoableChange<ValueConversion>
    /// The completions of tasks that can be undone.
    let careDone: UndoableChange<CareTaskDone>
    /// The deletions of task records that can be undone.
    let careTakenBack: UndoableChange<DeletedRecords>
    /// The returns of loans that can be undone.
    let loanReturns: UndoableChange<LoanReturn>
    /// The downloads of reports.
    let reportDownloads = FolderDownloads()
    let itemDownloads = FolderDownloads()
    /// The changes of the inbox that can be undone.
    let inbox: UndoableChange<InboxChange>
    /// The faults of files that the inbox rejected, for the next page.
    let refusedPhotos: UndoLog<RefusedPhotos>

    var household: Household { site.household }
    var links: SiteLinks { site.links }
    var items: Items { Items(inventory: self) }

    init(_ site: Site) {
        self.site = site
        let household = site.household
        refusedPhotos = UndoLog(household, kind: "inbox-refused")
        merges = UndoableChange(
            household, kind: "merge", done: .assetTypesMerged, undone: .assetTypesSeparated,
            at: .assetTypes.below("merges"),
            orElse: .notUndoneAnyMore(
                "merge",
                "If it was not undone, the items have the other type now; you can change it again."
            )
        ) {
            let count = ItemCount.text($0.listedCount ?? $0.items.count)
            return "“\($0.label)” was merged: \(count) moved here."
        }
        let itemsChanged = SiteError.notUndoneAnyMore(
            "change", "Items that it put into the trash are there for \(Item.daysInTrash) days.")
        selections = UndoableChange(
            household, kind: "selection", done: .itemsChanged, undone: .recordRestored,
            at: .itemSelection, orElse: itemsChanged, text: { $0.text })
        conversions = UndoableChange(
            household, kind: "values", done: .valuesConverted, undone: .recordRestored, at: .values,
            orElse: itemsChanged, text: { $0.text })
        inbox = UndoableChange(
            household, kind: "inbox", done: .inboxDraftsMerged, undone: .inboxChangeUndone,
            at: .inbox.below("changes"), orElse: .inboxChangedForGood, text: { $0.text })
        careDone = UndoableChange(
            household, kind: "care", done: .careTaskDone, undone: .careTaskUndone,
            at: .tasks.below("done"),
            orElse: .notUndoneAnyMore(
                "change",
                "If it was not undone, what was done is on the page of the task; undo it there."))
        careTakenBack = UndoableChange(
            household, kind: "care-record", done: .careTaskUndone, undone: .careTaskRestored,
            at: .tasks.below("records"),
            orElse: .notUndoneAnyMore(
                "change", "You can mark it as done again on the page of the task."))
        loanReturns = UndoableChange(
            household, kind: "return", done: .loanReturned, undone: .loanReopened,
            at: .loans.below("returns"),
            orElse: .notUndoneAnyMore("change", "If it was not undone, add a new loan."))
    }

    /// The item of an address.
    ///
    /// - Throws: a 404 if there is none, or it is in the trash.
    func item(_ key: UUID, in context: ManagedObjectContext) throws -> Item {
        guard let item = try Item.find(key, in: context) else {
            throw SiteError.notFound("There is no such item")
        }
        guard !item.isTrashed else { throw SiteError.inTrash("item") }
        return item
    }

    /// The names of types, locations and tags.
    ///
    /// - Throws: errors of the store.
    func names(in context: ManagedObjectContext) throws -> ItemNames {
        try ItemNames(household.inventoryCache, in: context)
    }

    var itemsCrumb: PathLink { PathLink(label: "Inventory", path: links(.items)) }

    var assetTypesCrumb: PathLink {
        PathLink(label: "Asset types", path: links(.assetTypes))
    }

    var locationsCrumb: PathLink { PathLink(label: "Locations", path: links(.locations)) }

    func crumb(_ item: Item) -> PathLink {
        PathLink(label: item.name, path: links(.item(item.key)))
    }
}

extension SiteContext {
    /// The item key in the address.
    ///
    /// - Throws: a 404 if it is invalid.
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
    /// - Throws: a 404 if it is invalid.
    var recordNumber: Int64 {
        get throws(SiteError) { try parameter("id", as: Int64.self) }
    }
}

extension Inventory {
    func names() async throws -> ItemNames {
        try await household.container.read { try names(in: $0) }
    }
}

extension EntityName {
    /// The entities that lists of items depend on.
    static let itemLists = EntityName.inventory
    /// The entities that the page of an item depends on. It shows the sale and the customer of a
    /// sold item.
    static let itemPages = EntityName.inventory.union([
        .sale, .saleLine, .product, .customer, .creditCard, .taxRate, .payment, .paymentKind,
    ])
}

/// A part of the inventory: a resource, or a controller.
protocol InventoryPart: Sendable {
    var inventory: Inventory { get }
}

extension InventoryPart {
    var site: Site { inventory.site }
}

/// A controller of the inventory.
protocol InventoryRoutes: RouteProvider, InventoryPart {}
