import Foundation

/// An address of the site, and the pattern of its route.
///
/// Every address is written in the `SitePath+….swift` of its section and nowhere else. Keys may be
/// placeholders, so that one declaration gives the link (`.item(key)`) and the route
/// (`.item("{key}")`).
struct SitePath: Sendable, Hashable {
    /// A number or a key, or a placeholder for it.
    typealias PathPart = CustomStringConvertible

    /// The path below the base path, with a query if it has one.
    let path: String
    /// The element of the page; empty for the whole page.
    private(set) var fragment = ""

    init(_ path: String) {
        self.path = path
    }

    /// The page as JSON.
    var json: SitePath { SitePath(path + ".json") }

    /// The list as CSV.
    var csv: SitePath { SitePath(path + ".csv") }

    /// The stream of changes to the list or record.
    var events: SitePath { SitePath(path + ".events") }

    /// The address with an encoded query; unchanged without parameters.
    func query(_ parameters: [(name: String, value: String)]) -> SitePath {
        guard !parameters.isEmpty else { return self }
        let separator = path.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return SitePath(path + separator + QueryText.encode(parameters)).at(fragment)
    }

    /// The address with a query that is already encoded.
    func query(encoded text: String) -> SitePath { SitePath(path + "?" + text) }

    /// The address of an element of the page, by its `id`.
    func at(_ fragment: String) -> SitePath {
        var path = self
        path.fragment = fragment
        return path
    }

    /// The address below this one.
    func below(_ segment: String) -> SitePath { SitePath(path + "/" + segment) }
}

// MARK: - The site

extension SitePath {
    static let overview = SitePath("/")
    static let health = SitePath("/health")
    /// The page for hiding and showing sections.
    static let sections = SitePath("/sections")
    static let backup = SitePath("/backup")
    /// The list of changes.
    static let activity = SitePath("/activity")
    /// The search over everything.
    static let search = SitePath("/search")

    /// The page that reads the codes in a photo.
    static let scan = SitePath("/scan")

    static func section(_ name: some PathPart) -> SitePath { sections.below("\(name)") }

    /// A file of `Public`, by its path there.
    static func file(_ name: String) -> SitePath { SitePath("/" + name) }
}
