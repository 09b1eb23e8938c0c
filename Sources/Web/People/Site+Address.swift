import Hummingbird

extension Site {
    /// The address of the site as the client of a request knows it, without a slash at its end.
    func address(of request: Request) -> String { request.server + links.basePath.path }
}
