/// A section of the application, with its tab.
enum Section: CaseIterable, Sendable {
    case overview
    case inventory

    var label: String {
        switch self {
        case .overview: "Overview"
        case .inventory: "Inventory"
        }
    }

    /// The name of its icon in the file of icons.
    var icon: String {
        switch self {
        case .overview: "i-overview"
        case .inventory: "i-box"
        }
    }

    /// Its first page.
    var root: SitePath {
        switch self {
        case .overview: .overview
        case .inventory: .items
        }
    }

    /// The lists in it.
    var subsections: [Subsection] {
        switch self {
        case .overview: []
        case .inventory: [.items, .assetTypes]
        }
    }
}

/// A list inside a section, with its tab.
enum Subsection: Sendable {
    case items
    case assetTypes

    var label: String {
        switch self {
        case .items: "Items"
        case .assetTypes: "Asset types"
        }
    }

    /// Its first page.
    var root: SitePath {
        switch self {
        case .items: .items
        case .assetTypes: .assetTypes
        }
    }
}
