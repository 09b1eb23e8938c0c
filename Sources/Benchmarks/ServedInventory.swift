import Domain
import Foundation

/// A data directory that servers are measured with.
struct ServedInventory {
    let directory: String
    let count: Int

    var store: String { DataDirectory(path: directory).store }
    /// What the servers say.
    var log: String { directory + "-log" }
    /// A page that the real program made, from which the server by hand takes what surrounds rows.
    var page: String { directory + "-page.html" }

    /// The page of an item, likewise.
    var itemPage: String { Self.itemPage(beside: page) }

    /// Where the page of an item is, beside that of the list.
    static func itemPage(beside page: String) -> String { page + "-item" }

    /// Where another page is, likewise.
    static func page(of kind: HandView.Kind, beside page: String) -> String {
        "\(page)-\(kind.rawValue)"
    }

    /// A directory that was filled already.
    init(filled directory: String, count: Int) {
        self.directory = directory
        self.count = count
    }

    init(directory: String, count: Int) throws {
        self.directory = directory
        self.count = count
        try Household.filled(directory, count: count).close()
    }
}
