import Domain
import Drawing
import Foundation
import Imaging

/// A folder of 50,000 photos that is imported while other pages are read, and the list of a place
/// with 20,000 photos compared with one with few.
struct PlacesBenchmark {
    private static let fileCount = 50_000
    private static let placeCount = 50
    private static let rounds = 60

    let directory: String

    func run(report: (Measurement) -> Void) throws {
        try readIn(report)
        let short = try measureList(of: 300, keepingPages: true)
        let long = try measureList(of: 20_000, keepingPages: true)
        report(
            .time(
                "/places/1 after a change, 20,000 photos, limit: 300 photos", long.afterChange,
                limit: short.afterChange, atMost: 1.5))
        report(.amount("/places/1?q=, 20,000 photos", long.search * 1000, "ms", atMost: 30))
        report(.amount("/places/1?page=300 and on", long.farPages * 1000, "ms", atMost: 50))
        report(.amount("/photos/N, the middle of 20,000", long.photo * 1000, "ms", atMost: 30))
        report(.comparison("/places/1, kept", long.kept, limit: short.kept))
        let uncached = try measureList(of: 20_000, keepingPages: false)
        report(.amount("/places/1, uncached", uncached.kept * 1000, "ms", atMost: 30))
    }

    // MARK: - Reading in

    private func readIn(_ report: (Measurement) -> Void) throws {
        let photos = directory + "-files"
        try writeFiles(photos)
        let server = try ServerProcess(
            serving: directory, log: directory + "-log",
            options: ["--photos", photos, "--log-level", "warning"])
        defer { server.end() }
        let connection = try HTTPConnection(port: server.port)
        let start = ContinuousClock.now
        var latencies: [Double] = []
        while try count(server, connection) < Self.fileCount {
            guard ContinuousClock.now - start < .seconds(600) else {
                throw BenchmarkFailure("The photos were not read in within ten minutes.")
            }
            for number in 0..<20 {
                let path = "/items?minValue=\(latencies.count + number)"
                latencies.append(try seconds { try connection.get(path, of: server) })
            }
        }
        let time = (ContinuousClock.now - start) / .seconds(1)
        report(.amount("50,000 photo files, until all are listed", time, "s", atMost: nil))
        Measurement.percentiles("/items meanwhile", latencies, median: 30, ninetyNinth: 100)
            .forEach(report)
    }

    private func writeFiles(_ folder: String) throws {
        let picture = try DrawnPicture(subject: .vase, width: 64, height: 48)
            .encoded(as: .jpeg)
        for place in 0..<Self.placeCount {
            let path = "\(folder)/Place \(place)"
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            for number in 0..<Self.fileCount / Self.placeCount {
                try picture.write(to: URL(fileURLWithPath: "\(path)/\(number).jpg"))
            }
        }
    }

    /// The number of listed photos.
    private func count(_ server: ServerProcess, _ connection: HTTPConnection) throws -> Int {
        let list = try connection.get("/places.json?perPage=200", of: server).text
        return list.matches(of: /"photos": ?(\d+)/).reduce(0) { $0 + (Int($1.1) ?? 0) }
    }

    // MARK: - Lists

    /// The medians in seconds.
    private struct ListTimes {
        var kept = 0.0
        var afterChange = 0.0
        var search = 0.0
        var farPages = 0.0
        var photo = 0.0
    }

    private func measureList(of count: Int, keepingPages: Bool) throws -> ListTimes {
        let folder = "\(directory)-\(count)-\(keepingPages)"
        let household = try Household(directory: DataDirectory(path: folder))
        let place = try household.fillPlace(photos: count)
        try household.close()
        let server = try ServerProcess(
            serving: folder, log: folder + "-log",
            options: ["--log-level", "warning"]
                + (keepingPages ? [] : ["--kept-pages-mb", "0"]))
        defer { server.end() }
        let connection = try HTTPConnection(port: server.port)
        Thread.sleep(forTimeInterval: 3)
        let list = "/places/\(place)"
        let pages = max(1, count / 50)
        var times = ListTimes()
        times.kept = try median(of: Self.rounds) { _ in try connection.get(list, of: server) }
        times.afterChange = try median(
            of: Self.rounds, before: { _ in try view(1, server, connection) },
            { _ in try connection.get(list, of: server) })
        times.search = try median(of: Self.rounds) { round in
            try connection.get("\(list)?q=\(count / 2 + round)", of: server)
        }
        times.farPages = try median(of: Self.rounds) { round in
            try connection.get("\(list)?page=\(1 + (300 + round) % pages)", of: server)
        }
        times.photo = try median(of: Self.rounds) { round in
            try connection.get("/photos/\(count / 2 + round)", of: server)
        }
        return times
    }

    /// Records that a photo was viewed.
    private func view(
        _ number: Int, _ server: ServerProcess, _ connection: HTTPConnection
    ) throws {
        let request =
            "POST /photos/\(number)/views HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
            + "Content-Length: 0\r\n\r\n"
        let answer = try connection.exchange(Array(request.utf8))
        guard answer.status == 303 else {
            throw BenchmarkFailure("The view was answered \(answer.status).")
        }
    }
}
