/// The addresses of what is set once and holds everywhere.
extension SitePath {
    static let settings = SitePath("/settings")
    /// Where the phones of the network are let in, and out again.
    static let network = settings.below("network")
    static let deleteNetwork = network.below("delete")
    /// Whether pages are light or dark in this browser.
    static let appearance = settings.below("appearance")
}
