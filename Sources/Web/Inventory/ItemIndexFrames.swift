import Domain
import Persistence

/// Renders the list of items. What stays the same from page to page of a view is rendered once and
/// kept until a figure of the inventory changes; a move changes none.
final class ItemIndexFrames: Sendable {
    /// What the frame of a page depends on.
    private struct Key: Hashable {
        /// The view, at its first page.
        let view: ListQuery
        let settings: String
        let viewer: String
        let isStart: Bool
        let isEnd: Bool
        let isCounted: Bool
    }

    private let frames = ChangeCache<Key, HTMLFrame>(limit: 100)

    /// The page of a list.
    func html(
        _ list: ItemList, _ inventory: Inventory, for visit: Visit,
        in context: ManagedObjectContext
    ) throws -> String {
        let renderer = inventory.site.renderer
        func page() throws -> ItemIndexPage {
            var page = try ItemIndexPage(list, inventory, in: context)
            page.layout.adapt(to: visit)
            return page
        }
        // Notices are of one request, and a page without rows has nothing to fill in.
        guard list.request.announcement == nil, !list.items.isEmpty else {
            return try renderer.html(page())
        }
        let key = Key(
            view: list.request.query.at(page: 1), settings: inventory.site.settingsMark,
            viewer: visit.pageKind,
            isStart: list.isStart, isEnd: list.isEnd, isCounted: list.counts != nil)
        let version = inventory.household.figures.version(of: list.request.items, in: context)
        let frame = try frames.value(for: key, at: version) {
            HTMLFrame(try renderer.html(page().withHoles))
        }
        let rows = try inventory.rows.html(list.items, list.names)
        let paging = try renderer.fragment(list.paging(inventory.links))
        return frame.html(
            Hole.allCases.map { hole in
                switch hole {
                case .rows: rows
                case .paging: paging
                case .offset: String(list.request.query.offset)
                case .jsonPath: HTMLText.escaped(list.request.jsonPath(inventory.links))
                case .title: HTMLText.escaped(LayoutPage.title(ItemIndexPage.title(list)))
                case .eventsPath: HTMLText.escaped(list.request.eventsPath(inventory.links))
                }
            })
    }
}

/// What differs from page to page of a view.
private enum Hole: Int, CaseIterable {
    case rows
    case paging
    case offset
    case jsonPath
    case title
    case eventsPath

    var mark: String { HTMLFrame.mark(rawValue) }
}

extension ItemIndexPage {
    /// The page with marks in the places that another page of the same view fills otherwise.
    fileprivate var withHoles: ItemIndexPage {
        var page = self
        page.rowsHTML = Hole.rows.mark
        page.pagingHTML = Hole.paging.mark
        page.offset = Hole.offset.mark
        page.layout.title = Hole.title.mark
        for index in page.layout.alternates.indices {
            switch page.layout.alternates[index].type {
            case "application/json": page.layout.alternates[index].path = Hole.jsonPath.mark
            case "text/event-stream":
                page.layout.alternates[index].path = Hole.eventsPath.mark
            default: break
            }
        }
        page.jsonPath = Hole.jsonPath.mark
        return page
    }
}
