/// Turns addresses of the site into links, with the base path.
struct SiteLinks: Sendable {
    let basePath: BasePath

    /// The link to an address.
    func callAsFunction(_ address: SitePath) -> String {
        let fragment = address.fragment.isEmpty ? "" : "#" + address.fragment
        return basePath.path + address.path + fragment
    }
}
