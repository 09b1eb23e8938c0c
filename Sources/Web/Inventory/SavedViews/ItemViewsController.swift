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
        routes.post(
            .itemViewPosition("{id}"), by: .editors(of: .inventory),
            as: .form(of: RouteParameter.position), use: move)
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

    private func move(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let position = try ItemPosition(try await site.form(of: request))
        let view = try await site.change { records in
            let view = try views.existing(number, in: records)
            let values = try views.values(view, in: records)
            let index =
                switch position {
                case .index(let index): index
                case .step(.up): values.index - 1
                case .step(.down): values.index + 1
                case .step(.first): 0
                case .step(.last): values.count
                }
            try view.move(to: index, in: records)
            try site.household.save(records)
            return try views.summary(of: view, in: records)
        }
        return site.changed(
            view.document, at: view.path, after: request, flash: .itemViewSaved)
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
