import Hummingbird

extension Site {
    /// The address of the site as the client of a request knows it, without a slash at its end.
    func address(of request: Request, _ context: SiteContext) -> String {
        let scheme = context.visit.way.isSecure ? "https" : "http"
        return "\(scheme)://\(request.head.authority ?? "127.0.0.1")\(links.basePath.path)"
    }
}
