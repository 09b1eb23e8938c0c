/// The addresses of settings.
extension SitePath {
    static let settings = SitePath("/settings")
    /// The access for phones of the local network.
    static let network = settings.below("network")
    static let deleteNetwork = network.below("delete")
    /// The conversion of values that an earlier version stored in dollars.
    static let values = settings.below("values")
    static let keepValues = values.below("keep")
    /// The color scheme in this browser.
    static let appearance = settings.below("appearance")
}
