import Domain
import HTTPTypes
import Hummingbird

/// Opens and closes the server to phones of the local network.
struct NetworkController: PeopleRoutes {
    let people: People

    func addRoutes(to routes: inout SiteRoutes) {
        routes.post(.network, by: .owners.askingAgain, as: .form().answering(409), use: open)
        routes.post(.deleteNetwork, by: .owners.askingAgain, as: .form(), use: close)
    }

    /// Only for signed-in owners, so that sign-in is required over the network too.
    private func open(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await site.form(of: request)
        guard context.viewer.account != nil else {
            throw SiteError(
                status: .conflict, title: "No accounts yet",
                detail: "Add yourself first: otherwise anyone on the network could do everything.")
        }
        guard site.network.isOffered else {
            throw SiteError(
                status: .conflict, title: "The network is let in another way",
                detail: "The options with which the program was started say how it is reached.")
        }
        let status: NetworkAccess.Status
        do {
            status = try await Submission.changing { try await site.network.open() }
        } catch let error as ConfigurationError {
            throw Self.failure(error.description)
        }
        if case .failed(let reason) = status { throw Self.failure(reason) }
        return site.changed(json, at: .phone, after: request, flash: .networkOpened)
    }

    private func close(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try await site.form(of: request)
        let isLocal = context.client.connection.isLocal
        try await Submission.changing { try await site.network.close(waits: isLocal) }
        return site.changed(json, at: .phone, after: request, flash: .networkClosed)
    }

    private var json: JSONValue {
        .object([("addresses", .array(site.network.addresses.map { .string($0) }))])
    }

    private static func failure(_ reason: String) -> SiteError {
        SiteError(
            status: .conflict, title: "The network was not let in",
            detail: FormText.sentence(reason))
    }
}
