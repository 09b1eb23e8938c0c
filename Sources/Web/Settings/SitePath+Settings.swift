/// The addresses of what is set once and holds everywhere.
extension SitePath {
    static let settings = SitePath("/settings")
    /// Where the phones of the network are let in, and out again.
    static let network = settings.below("network")
    static let deleteNetwork = network.below("delete")
    /// What becomes of values that an earlier version has kept in dollars.
    static let values = settings.below("values")
    static let keepValues = values.below("keep")
    /// Where that is undone.
    static func undoValues(_ token: String) -> SitePath { values.below(token).below("undo") }
    /// Whether pages are light or dark in this browser.
    static let appearance = settings.below("appearance")
}
