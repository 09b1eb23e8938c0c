import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// The session of the sender. What waits in a browser without a network is sent with it.
struct SessionController: RouteProvider {
    let site: Site

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.session, by: .people, as: .document(.members("session")), use: show)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        var response = Response.json(
            .object([("session", .string(site.sessionName(of: context.viewer)))]), status: .ok)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension Site {
    /// The identifier of the session, which gives no access: that of the browser, or else of the
    /// person; without accounts, that of the household.
    fileprivate func sessionName(of viewer: Viewer) -> String {
        (viewer.device?.id ?? viewer.account?.id)?.uuidString
            ?? household.container.coordinator.stores.map { $0.identifier }.listText
    }

    /// Refuses a form that has waited, if someone else is signed in by now, or in another session.
    func checkSession(of form: FormData, _ viewer: Viewer) throws(SiteError) {
        guard let session = form["session"], session != sessionName(of: viewer) else { return }
        throw SiteError(
            status: .forbidden, title: "This was made in another session",
            detail: "Nothing was changed. Do it again, now that you are signed in differently.")
    }
}

extension RouteParameter {
    static let session = RouteParameter(
        "session", "The session that it was made in: 403 if it is another one now")
}
