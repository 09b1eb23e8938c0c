import Domain
import Foundation

/// A data directory on which servers are measured.
struct ServedInventory {
    let directory: String
    let count: Int

    var store: String { DataDirectory(path: directory).store }
    /// The log of the servers.
    var log: String { directory + "-log" }
    /// A page from the program, whose text around the rows the handwritten server uses.
    var page: String { directory + "-page.html" }

    /// The page of an item for the handwritten server.
    var itemPage: String { Self.itemPage(beside: page) }

    /// The path of an item's page for that of the list.
    static func itemPage(beside page: String) -> String { page + "-item" }

    /// The path of another page for that of the list.
    static func page(of kind: HandwrittenView.Kind, beside page: String) -> String {
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
