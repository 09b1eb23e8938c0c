/// Turns addresses of the site into links, below the base path.
struct SiteLinks: Sendable {
    let basePath: BasePath

    /// The link to an address.
    func callAsFunction(_ address: SitePath) -> String {
        basePath.path + address.path
    }
}
