@testable import Web

extension LayoutPage {
    /// The layout of a page of the inventory.
    static func mock(
        _ title: String, section: String = "Inventory", subsection: String? = nil,
        crumbs: [PathLink] = [], searchText: String = "", notices: [Notice] = []
    ) -> LayoutPage {
        var layout = LayoutPage(title: "\(title) · Homeowner")
        layout.stylesheetPath = "/\(LayoutAssets.stylesheet.path)?v=1"
        layout.scriptPath = "/\(LayoutAssets.script.path)?v=1"
        layout.iconsPath = "/\(LayoutAssets.icons)?v=1"
        layout.faviconPath = "/\(LayoutAssets.favicon)?v=1"
        layout.touchIconPath = "/\(LayoutAssets.touchIcon)?v=1"
        layout.manifestPath = "/\(LayoutAssets.manifest)?v=1"
        layout.homePath = "/"
        layout.sections = [
            SectionLink(
                label: "Overview", path: "/", iconPath: "/icons/icons.svg?v=1#i-overview",
                isCurrent: section == "Overview"),
            SectionLink(
                label: "Inventory", path: "/items", iconPath: "/icons/icons.svg?v=1#i-box",
                isCurrent: section == "Inventory"),
        ]
        layout.subsections =
            subsection == nil
            ? []
            : [
                SectionLink(label: "Items", path: "/items", isCurrent: subsection == "Items"),
                SectionLink(
                    label: "Asset types", path: "/asset-types",
                    isCurrent: subsection == "Asset types"),
            ]
        layout.crumbs = crumbs
        layout.searchPath = "/search"
        layout.scanPath = "/scan"
        layout.searchText = searchText
        layout.standing = [
            StandingNotice(
                text: "6 books here are <samples>.",
                actions: [.init(label: "Keep", path: "/books/samples/keep")])
        ]
        layout.hasSettings = true
        layout.settingsPath = "/settings"
        layout.helpPath = "/help/inventory"
        layout.notices = notices
        return layout
    }
}

extension PathLink {
    static let inventory = PathLink(label: "Inventory", path: "/items")
    static let sideboard = PathLink(label: "Walnut sideboard", path: "/items/1")
    static let assetTypes = PathLink(label: "Asset types", path: "/asset-types")
    static let locations = PathLink(label: "Locations", path: "/locations")
    static let furniture = PathLink(label: "Furniture", path: "/asset-types/1")
}

extension Notice {
    static let moved = Notice(
        text: "“Floor lamp” is now in place 4.", undoPath: "/items/4/position",
        undoFields: [HiddenField(name: "toIndex", value: "1")])
    static let added = Notice(
        text: "“Walnut sideboard” is saved.", linkPath: "/items/new",
        linkLabel: "Add another")
    static let warned = Notice(
        text: "Another item has the serial number WS-2041.", isWarning: true,
        linkPath: "/items/7", linkLabel: "Look at it")
    static let refused = Notice(text: "The item is already at the end.", isFault: true)
}
