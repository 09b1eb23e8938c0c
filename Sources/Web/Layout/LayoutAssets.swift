import NIOCore

/// The static files that every page links to, as paths below `Public/`.
///
/// `reset.css` comes first because it declares the order of all cascade layers; every file wraps
/// itself in its own layer.
enum LayoutAssets {
    static let stylesheet = AssetBundle(path: "css/site.css", parts: stylesheets)
    /// Each script is wrapped in a block, so that its names stay private.
    static let script = AssetBundle(
        path: "js/site.js", parts: scripts, opening: "{\n", closing: "\n}\n")

    static let stylesheets = [
        "css/reset.css",
        "css/tokens.css",
        "css/base.css",
        "css/layout.css",
        "css/components/buttons.css",
        "css/components/filters.css",
        "css/components/forms.css",
        "css/components/lists.css",
        "css/components/notices.css",
        "css/components/panels.css",
        "css/components/inventory.css",
        "css/components/labels.css",
        "css/components/model.css",
        "css/components/sales.css",
        "css/components/customers.css",
        "css/components/groceries.css",
        "css/components/books.css",
        "css/components/search.css",
        "css/components/scan.css",
        "css/components/guide.css",
        "css/components/places.css",
        "css/components/people.css",
        "css/components/settings.css",
        "css/utilities.css",
        "css/print.css",
    ]

    /// Scripts with one behavior per file. Every page works without them.
    static let scripts = [
        "js/backup.js",
        "js/chips.js",
        "js/copy.js",
        "js/folds.js",
        "js/live.js",
        "js/menus.js",
        "js/notices.js",
        "js/offline.js",
        "js/offline-groceries.js",
        "js/offline-stocktake.js",
        "js/omit-empty.js",
        "js/photo-field.js",
        "js/photo-grid.js",
        "js/photo-view.js",
        "js/photos-drop.js",
        "js/print.js",
        "js/reorder.js",
        "js/product-list.js",
        "js/reveal.js",
        "js/scan.js",
        "js/sale-lines.js",
        "js/search-hits.js",
        "js/shortcuts.js",
        "js/submit-on-change.js",
        "js/submit-once.js",
    ]

    static let icons = "icons/icons.svg"
    static let favicon = "icons/favicon.svg"
    static let touchIcon = "icons/touch-icon.png"
    static let manifest = "manifest.webmanifest"
    /// The manifest of the shopping list, which opens without a network.
    static let groceriesManifest = "groceries.webmanifest"
    /// Serves the shopping list and open stocktakes without a network.
    static let serviceWorker = "service-worker.js"
    /// The files that browsers ask for by a known address, with their summaries.
    static let described = [
        manifest: "Manifest of the site, for its icon on a phone",
        groceriesManifest: "Manifest of the shopping list, which opens without a network",
        serviceWorker: "Service worker for the shopping list and stocktakes without a network",
    ]
}

/// Files of `Public` that are sent as one, so that a page loads one style sheet and one script.
struct AssetBundle: Sendable {
    /// The address of the bundle, as a path below `Public/`.
    let path: String
    let parts: [String]
    /// The text before and after each file.
    var opening = ""
    var closing = "\n"

    /// The parts as one text.
    func joined(_ texts: [ByteBuffer]) -> ByteBuffer {
        var whole = ByteBuffer()
        for text in texts {
            whole.writeString(opening)
            whole.writeImmutableBuffer(text)
            whole.writeString(closing)
        }
        return whole
    }
}
