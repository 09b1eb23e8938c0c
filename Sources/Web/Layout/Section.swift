/// A section of the application, with its tab.
enum Section: CaseIterable, Sendable {
    case inventory

    var label: String {
        switch self {
        case .inventory: "Inventory"
        }
    }

    /// The name of its icon in the file of icons.
    var icon: String {
        switch self {
        case .inventory: "i-box"
        }
    }

    /// Its first page.
    var root: SitePath {
        switch self {
        case .inventory: .items
        }
    }
}
