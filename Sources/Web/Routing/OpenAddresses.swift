import Hummingbird

/// The addresses whose responses are the same for everyone: public files and the health check. They
/// need no authentication, which would read the accounts' store.
struct OpenAddresses: Sendable {
    private let paths: Set<String>

    /// Takes public routes without placeholders that are not pages.
    init(_ routes: SiteRoutes) {
        let open = routes.routes.filter {
            $0.method == .get && $0.access == .everybody && !$0.isPage
        }
        paths = Set(open.map(\.path.description).filter { !$0.contains("{") })
    }

    /// Whether a request reads one of them.
    func contains(_ request: Request) -> Bool {
        (request.method == .get || request.method == .head) && paths.contains(request.uri.path)
    }
}
