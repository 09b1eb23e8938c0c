import Domain
import HTTPTypes
import Hummingbird
import Persistence

/// The saved views of the list of items.
struct ItemViewsController: RouteProvider {
    private let views: ItemViews

    private var site: Site { views.site }

    init(inventory: Inventory) {
        views = ItemViews(inventory: inventory)
    }

    func addRoutes(to routes: inout SiteRoutes) {
        ResourceActions(views).addRoutes(to: &routes, create: create)
        routes.addMoves(of: views)
    }

    /// Saving a view returns to that view.
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let answer = try await ResourceActions(views).create(request, context)
        guard answer.status == .seeOther, let location = answer.headers[.location],
            let number = location.split(separator: "/").last.flatMap({ Int64($0) })
        else { return answer }
        let path = try await site.household.container.read { records in
            ItemViewLabel(try views.existing(number, in: records)).path
        }
        return site.redirect(to: path, after: request, flash: .itemViewAdded)
    }
}

/// One saved view with a link to its list, and its position among the others.
struct ItemViewPage: TemplatePage {
    static let template = "inventory/saved-views/show"

    var layout: LayoutPage
    var record: RecordHead
    /// `Warranty: soon, Tag: 2`.
    var text: String
    var listPath: String
    var positionPath: String
    /// `2 of 3`.
    var position: String
    var isFirst: Bool
    var isLast: Bool
}
