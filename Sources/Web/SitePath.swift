import Foundation

/// Every address of the site, and the pattern of every route.
///
/// An address is written in the `SitePath+….swift` of its section and nowhere else. Keys may be
/// placeholders, so that the same declaration gives the link (`.item(key)`) and the route
/// (`.item("{key}")`).
struct SitePath: Sendable, Hashable {
    /// A number or a key, or a placeholder for it.
    typealias PathPart = CustomStringConvertible

    /// The path below the base path, with a query if it has one.
    let path: String
    /// The element of the page that is meant; empty for the whole page.
    private(set) var fragment = ""

    init(_ path: String) {
        self.path = path
    }

    /// The same page for programs.
    var json: SitePath { SitePath(path + ".json") }

    /// The same list for spreadsheets.
    var csv: SitePath { SitePath(path + ".csv") }

    /// What becomes of the same list or record while it is looked at.
    var events: SitePath { SitePath(path + ".events") }

    /// The address with a query, which is encoded; without parameters it is the address itself.
    func query(_ parameters: [(name: String, value: String)]) -> SitePath {
        guard !parameters.isEmpty else { return self }
        let separator = path.contains("?") ? "&" : "?"
        return SitePath(path + separator + QueryText.encode(parameters)).at(fragment)
    }

    /// The address with a query that is encoded already.
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
    /// The sections, to put away and to take back.
    static let sections = SitePath("/sections")
    static let backup = SitePath("/backup")
    /// Who changed what.
    static let activity = SitePath("/activity")
    /// The search over everything.
    static let search = SitePath("/search")

    static func section(_ name: some PathPart) -> SitePath { sections.below("\(name)") }

    /// A file of `Public`, by its path in there.
    static func file(_ name: String) -> SitePath { SitePath("/" + name) }
}
