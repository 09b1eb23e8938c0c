import Domain
import HTTPTypes
import Hummingbird
import Persistence

/// Changes something of the shop, and answers with its page; a refused form is shown again.
struct ShopAnswer: Sendable {
    private let shop: Shop
    private let announcement: Announcement
    private let title: String
    private let status: HTTPResponse.Status

    /// - Parameters:
    ///   - title: what programs are told of a refused form.
    ///   - status: what programs are told of one that was taken. Default: 200.
    init(
        _ shop: Shop, _ announcement: Announcement, refusal title: String,
        status: HTTPResponse.Status = .ok
    ) {
        self.shop = shop
        self.announcement = announcement
        self.title = title
        self.status = status
    }

    /// The answer to a request.
    ///
    /// - Parameters:
    ///   - show: shows what was typed, with what is wrong with it. Default: nothing but the summary.
    ///   - change: changes the records.
    /// - Throws: what the closure throws, other than ``FormRefusal``.
    func after(
        _ request: Request, _ context: SiteContext,
        showing show: (inout ShopPage, FormRefusal) -> Void = { _, _ in },
        _ change: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) async throws -> Response {
        let shop = shop
        return try await shop.site.answer(request, context, orRefuse: title) {
            let json = try await shop.change { records in
                try change(records)
                try shop.household.save(records)
                return try shop.json(in: records)
            }
            return shop.site.changed(
                json, status: status, at: .shop, after: request, announcing: announcement)
        } showing: { refusal in
            var page = try await shop.household.container.read { records in
                try ShopPage(shop, in: records)
            }
            page.summary = refusal.summary
            show(&page, refusal)
            return page
        }
    }
}
