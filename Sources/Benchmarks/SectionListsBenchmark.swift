import Domain
import Foundation

/// The lists of groceries and books compared with the list of items, each of 20,000 records. Photos
/// are measured with the places.
struct SectionListsBenchmark {
    private static let count = 20_000
    private static let rounds = 60

    let directory: String

    /// A list, and the change of one of its records.
    private struct List {
        let path: String
        let record: String
        /// The form that changes the record, different in each round.
        let form: @Sendable (Int) -> String
    }

    /// The medians in seconds.
    private struct Times {
        var page = 0.0
        var change = 0.0
        var afterChange = 0.0
        var search = 0.0
    }

    func run(report: (Measurement) -> Void) throws {
        let household = try Household.filled(directory, count: Self.count)
        try household.fillGroceries(Self.count)
        try household.fillBooks(Self.count)
        try household.close()
        let kept = try measure(keepingPages: true)
        let uncached = try measure(keepingPages: false)
        guard let items = kept["/items"], let itemsUncached = uncached["/items"] else { return }
        for path in kept.keys.sorted() where path != "/items" {
            guard let own = kept[path], let ownUncached = uncached[path] else { continue }
            report(
                .time(
                    "\(path), 20,000 records, kept, limit: /items", own.page, limit: items.page,
                    atMost: 1.5))
            report(.time("a change of one", own.change, limit: items.change, atMost: 1.5))
            for (name, time) in [
                ("\(path) after it", own.afterChange), ("\(path), uncached", ownUncached.page),
                ("\(path)?q=", own.search),
            ] {
                report(.amount(name, time * 1000, "ms", atMost: 30))
            }
            report(
                .comparison(
                    "\(path), uncached, beside /items", ownUncached.page, limit: itemsUncached.page)
            )
        }
    }

    /// The times of each list by its address, measured in turns.
    private func measure(keepingPages: Bool) throws -> [String: Times] {
        let server = try ServerProcess(
            serving: directory, log: directory + "-log",
            options: ["--log-level", "warning"] + (keepingPages ? [] : ["--kept-pages-mb", "0"]))
        defer { server.end() }
        let connection = try HTTPConnection(port: server.port)
        // Search texts and counts are loaded right after the start.
        for _ in 0..<3 { try connection.get("/search?q=number", of: server) }
        Thread.sleep(forTimeInterval: 5)
        let lists = try lists(server, connection)
        var samples: [String: [Times]] = [:]
        for round in 0..<Self.rounds {
            for list in lists {
                var times = Times()
                times.page = try seconds { try connection.get(list.path, of: server) }
                times.search = try seconds {
                    try connection.get("\(list.path)?q=\(10_000 + round)", of: server)
                }
                times.change = try seconds {
                    try change(list.record, list.form(round), server, connection)
                }
                times.afterChange = try seconds { try connection.get(list.path, of: server) }
                samples[list.path, default: []].append(times)
            }
        }
        return samples.mapValues { times in
            func median(_ part: KeyPath<Times, Double>) -> Double {
                times.map { $0[keyPath: part] }.median
            }
            return Times(
                page: median(\.page), change: median(\.change),
                afterChange: median(\.afterChange), search: median(\.search))
        }
    }

    private func lists(_ server: ServerProcess, _ connection: HTTPConnection) throws -> [List] {
        let items = try connection.get("/items.json", of: server).text
        guard let key = items.firstMatch(of: /"itemKey": ?"([0-9A-F-]+)"/)?.1 else {
            throw BenchmarkFailure("The list of items has no key.")
        }
        return [
            List(path: "/items", record: "/items/\(key)") { "serialNumber=S-\($0)" },
            List(path: "/groceries", record: "/groceries/1") { "quantity=\($0 % 9 + 1)" },
            List(path: "/books", record: try book(server, connection)) { "price=\($0 % 9 + 20)" },
        ]
    }

    /// One of the added books: samples have lower numbers.
    private func book(_ server: ServerProcess, _ connection: HTTPConnection) throws -> String {
        let books = try connection.get("/books.json?q=number+10000", of: server).text
        guard let number = books.firstMatch(of: /"id": ?(\d+)/)?.1 else {
            throw BenchmarkFailure("The list of books has no number.")
        }
        return "/books/\(number)"
    }

    private func change(
        _ path: String, _ form: String, _ server: ServerProcess, _ connection: HTTPConnection
    ) throws {
        let answer = try connection.exchange(HTTPConnection.post(path, form, port: server.port))
        guard answer.status == 303 else {
            throw BenchmarkFailure("The change of \(path) was answered \(answer.status).")
        }
    }
}
