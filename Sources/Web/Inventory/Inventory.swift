import Domain
import Foundation
import Hummingbird
import Persistence

/// The dependencies that the controllers of the inventory share.
struct Inventory: Sendable {
    let site: Site
    /// The merges of types that can be undone.
    let merges: UndoLog<AssetTypeMerge>
    /// The changes of several items that can be undone.
    let selections: UndoLog<ItemSelectionChange>
    /// The conversions of values from dollars to the household's currency that can be undone.
    let conversions: UndoLog<ValueConversion>
    /// The completions of tasks that can be undone.
    let careDone: UndoLog<CareTaskDone>
    /// The deletions of task records that can be undone.
    let careTakenBack: UndoLog<DeletedRecords>
    /// The returns of loans that can be undone.
    let loanReturns: UndoLog<LoanReturn>
    /// The downloads of reports.
    let reportDownloads = FolderDownloads()
    /// The changes of the inbox that can be undone.
    let inbox: UndoLog<InboxChange>
    /// The faults of files that the inbox rejected, for the next page.
    let refusedPhotos: UndoLog<RefusedPhotos>

    var household: Household { site.household }
    var links: SiteLinks { site.links }
    var items: Items { Items(inventory: self) }

    init(_ site: Site) {
        self.site = site
        merges = UndoLog(site.household, kind: "merge")
        selections = UndoLog(site.household, kind: "selection")
        conversions = UndoLog(site.household, kind: "values")
        inbox = UndoLog(site.household, kind: "inbox")
        refusedPhotos = UndoLog(site.household, kind: "inbox-refused")
        careDone = UndoLog(site.household, kind: "care")
        careTakenBack = UndoLog(site.household, kind: "care-record")
        loanReturns = UndoLog(site.household, kind: "return")
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

    func crumb(_ item: ItemValues) -> PathLink {
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

/// A controller of the inventory.
protocol InventoryRoutes: RouteProvider {
    var inventory: Inventory { get }
}

extension InventoryRoutes {
    var site: Site { inventory.site }
}
