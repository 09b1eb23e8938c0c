import Domain
import Hummingbird
import Persistence

extension Items {
    func addRoutes(to routes: inout SiteRoutes) {
        let readers = Access.readers(of: .inventory)
        routes.add(self)
        routes.get(
            .itemSelection, by: .editors(of: .inventory),
            as: RouteDescription(
                summary: "Choose several items", query: Items.list.parameters.described),
            use: ListActions(Items(inventory: inventory, isSelecting: true)).index)
        routes.get(
            .homeboxItems, by: readers, isPage: false, as: .list(Items.list.parameters, of: .any),
            use: indexHomebox)
        routes.get(
            .itemArchive, by: readers, isPage: false, as: .list(Items.list.parameters, of: .any),
            use: indexArchive)
    }

    private func indexHomebox(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try view(request)
        try list.check()
        return try await HomeboxTable(list: list, inventory: inventory).response()
    }

    /// The items of a view with photos and documents, as a zip file for the import.
    private func indexArchive(_ request: Request, _ context: SiteContext) async throws -> Response {
        let list = try view(request)
        try list.check()
        let name = "items-\(CalendarDay.today())"
        let archive = ItemArchive(list: list, inventory: inventory)
        let download = try inventory.itemDownloads.begin(
            as: name, of: inventory.household, context.logger, archive.write)
        return try await download.response(mediaType: "application/zip", fileName: name + ".zip")
    }
}
