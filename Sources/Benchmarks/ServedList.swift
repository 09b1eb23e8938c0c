import Foundation

/// A server for a list of items in a database, and the requests to it.
struct ServedList {
    private static let requests = 60
    /// The time limit for the requests of a row; the first one is made in any case.
    private static let timeLimit = Duration.seconds(30)
    /// The time limit for the work after the start.
    private static let waitLimit = Duration.seconds(900)
    private static let keyCount = 50

    let server: ServerProcess
    /// The seconds from the start of the program to the page of an item, and from there to the
    /// first page of the list.
    let firstRecord: Double
    let firstPage: Double
    private let database: BareServer
    private let connection: HTTPConnection
    /// The keys of items at the beginning of the list.
    private let keys: [String]

    /// Starts the program.
    init(_ database: ServedDatabase) throws {
        self.database = database.database
        let begun = ContinuousClock.now
        let server = try database.start(["--kept-pages-mb", "0"])
        self.server = server
        do {
            let connection = try HTTPConnection(port: server.port)
            self.connection = connection
            let first = try Self.key(ofNumber: 2, server, connection)
            try Self.insist(on: "/items/\(first)", server, connection)
            firstRecord = (ContinuousClock.now - begun) / .seconds(1)
            firstPage = try seconds { try Self.insist(on: "/items", server, connection) }
            keys = try (2..<2 + Self.keyCount).map {
                try Self.key(ofNumber: $0, server, connection)
            }
        } catch {
            server.end()
            throw error
        }
    }

    /// Waits until neither the server nor the database computes. Returns the seconds that took.
    @discardableResult
    func waitUntilQuiet() throws -> Double {
        let start = ContinuousClock.now
        var (quiet, computed) = (0, try server.computedSeconds())
        while quiet < 3 {
            // A result of this length shows that it was not finished.
            guard ContinuousClock.now - start < Self.waitLimit else { break }
            Thread.sleep(forTimeInterval: 1)
            // The server closes a connection that is idle for a minute.
            try connection.get("/health", of: server)
            let now = try server.computedSeconds()
            let asked = try database.number(
                "SELECT count(*) FROM pg_stat_activity WHERE state <> 'idle' "
                    + "AND backend_type = 'client backend' AND pid <> pg_backend_pid()")
            quiet = now - computed < 0.1 && asked == 0 ? quiet + 1 : 0
            computed = now
        }
        return (ContinuousClock.now - start) / .seconds(1) - 3
    }

    /// The median seconds of a request.
    func middle(_ work: (Int) throws -> Void) throws -> Double {
        try median(of: Self.requests, within: Self.timeLimit, work)
    }

    // MARK: - Requests

    func page(_ number: Int) throws {
        try connection.get("/items?page=\(number % 10 + 1)", of: server)
    }

    func record(_ number: Int) throws {
        try connection.get("/items/\(keys[number % keys.count])", of: server)
    }

    func lookUp(_ number: Int) throws {
        _ = try Self.key(ofNumber: 2 + number * 97, server, connection)
    }

    /// The 200th page and those after it.
    func farPage(_ number: Int) throws {
        try connection.get("/items?page=\(200 + number)", of: server)
    }

    /// A word of all items, with their total.
    func commonWord(_ number: Int) throws {
        try connection.get("/items?q=item&perPage=\(1 + number % 200)", of: server)
    }

    func search(_ number: Int) throws {
        try connection.get("/items?q=SN-\(10_000_000 + number * 97)", of: server)
    }

    func move(_ number: Int, to index: Int) throws {
        let path = "/items/\(keys[number % keys.count])/position"
        let answer = try connection.exchange(
            HTTPConnection.post(path, "toIndex=\(index)", port: server.port))
        guard answer.status == 303 else {
            throw BenchmarkFailure("\(path) was answered \(answer.status).")
        }
    }

    /// Requests a page until it succeeds: a server whose read takes too long answers 503.
    private static func insist(
        on path: String, _ server: ServerProcess, _ connection: HTTPConnection
    ) throws {
        let end = ContinuousClock.now + waitLimit
        while try connection.exchange(HTTPConnection.get(path, port: server.port)).status == 503,
            ContinuousClock.now < end
        {
            Thread.sleep(forTimeInterval: 0.05)
        }
        try connection.get(path, of: server)
    }

    /// The key of the item with a label's number.
    private static func key(
        ofNumber number: Int, _ server: ServerProcess, _ connection: HTTPConnection
    ) throws -> String {
        let answer = try connection.exchange(HTTPConnection.get("/a/\(number)", port: server.port))
        guard let key = answer.head.firstMatch(of: /\/items\/([0-9A-Fa-f-]{36})/)?.1 else {
            throw BenchmarkFailure("/a/\(number) was answered \(answer.status).")
        }
        return String(key)
    }
}
