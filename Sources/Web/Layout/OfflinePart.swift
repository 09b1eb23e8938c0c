/// The part of a page that makes it work without a network: it shows what waits to be sent.
struct OfflinePart: Sendable {
    /// The first part of the address: `groceries`.
    var kind: String
    /// The address of the page.
    var path: String
    /// The service worker, which keeps the page.
    var workerPath: String
    /// The identifier of the session.
    var sessionPath: String
    /// The page of the guide.
    var helpPath: String
}

extension OfflinePart {
    init(_ kind: String, at path: SitePath, help: SitePath, _ links: SiteLinks) {
        self.init(
            kind: kind, path: links(path),
            workerPath: links(.file(LayoutAssets.serviceWorker)), sessionPath: links(.session),
            helpPath: links(help))
    }
}
