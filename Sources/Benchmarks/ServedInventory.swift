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

    init(directory: String, count: Int) throws {
        self.directory = directory
        self.count = count
        try Household.filled(directory, count: count).close()
    }
}
