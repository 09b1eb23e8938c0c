import Hummingbird

/// The addresses whose answers are the same for whoever asks: files of `Public`, and whether the server is
/// up. Who that is does not have to be found out for them, which takes a look at the files of the accounts.
struct OpenAddresses: Sendable {
    private let paths: Set<String>

    /// Takes what everybody may read and is no page, from the routes without placeholders.
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
