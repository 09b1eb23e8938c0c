import Domain
import Foundation
import Imaging
import Persistence

/// An inventory with all that proves it: 20,000 items in 500 locations, with three photos each and 5,000
/// documents, beside the same of 300 items; and fifty photographs in the inbox, beside libvips.
struct EvidenceBenchmark {
    private static let counts = [300, 20_000]
    private static let rounds = 30
    /// The pictures that come into the inbox with one form.
    private static let pictureCount = 50

    let directory: String

    func run(report: (Measurement) -> Void) throws {
        var short: [String: Double] = [:]
        for count in Self.counts {
            let folder = "\(directory)-\(count)"
            try Household.filledWithEvidence(folder, count: count).close()
            let server = try ServerProcess(
                serving: folder, log: folder + "-log", options: ["--log-level", "warning"])
            defer { server.end() }
            let connection = try HTTPConnection(port: server.port)
            let key = try firstKey(server, connection)
            for (name, path) in Self.pages {
                for round in 0..<3 { try connection.get(path(round), of: server) }
                let time = try median(before: { try change(key, to: $0, server, connection) }) {
                    try connection.get(path($0), of: server)
                }
                guard let limit = short[name] else {
                    short[name] = time
                    continue
                }
                report(
                    .time(
                        "\(name), \(count) items, limit: 300 items", time, limit: limit,
                        atMost: 1.5))
            }
            guard count == Self.counts.last else { continue }
            try long(server, connection, report)
        }
        try inbox(report)
    }

    /// The pages that are to take as long however many items there are. An item is changed before each, so
    /// that none of them is kept.
    private static let pages: [(name: String, path: @Sendable (Int) -> String)] = [
        ("/items", { "/items?page=\($0 % 3 + 1)" }),
        ("/items?q=", { "/items?q=number+\(10 + $0)" }),
        ("a location's page", { "/locations/\($0 % 6 + 2)" }),
    ]

    /// What many items are done with at once.
    private func long(
        _ server: ServerProcess, _ connection: HTTPConnection, _ report: (Measurement) -> Void
    ) throws {
        for (name, path) in [
            ("a report of 520 items", "/report?location="),
            ("a sheet of labels of 520", "/labels?location="),
        ] {
            // Every thirteenth location is one with twelve others in it.
            let time = try median(before: { _ in }) {
                try connection.get("\(path)\($0 * 13 + 1)", of: server)
            }
            report(.amount(name, time * 1000, "ms", atMost: 500))
        }
        let keys = try (1...10).flatMap { page in
            try connection.get("/items.json?perPage=100&page=\(page)", of: server).text
                .matches(of: /"itemKey": ?"([0-9A-F-]+)"/).map { String($0.1) }
        }
        let chosen = Set(keys)
        guard chosen.count >= 1_000 else {
            throw BenchmarkFailure("The list has \(chosen.count) keys, not 1,000.")
        }
        let form = chosen.prefix(1_000).map { "key=\($0)" }.joined(separator: "&")
        let times = try (0..<10).map { round in
            try seconds {
                let answer = try connection.exchange(
                    HTTPConnection.post(
                        "/items/selection", form + "&action=move&location=\(round % 2 + 1)",
                        port: server.port))
                guard answer.status == 303 else {
                    throw BenchmarkFailure("The change was answered \(answer.status).")
                }
            }
        }
        let time = times.sorted()[times.count / 2]
        report(.amount("1,000 items moved at once", time * 1000, "ms", atMost: 500))
    }

    /// Fifty pictures in one form until all of them have thumbnails, beside libvips on all cores.
    private func inbox(_ report: (Measurement) -> Void) throws {
        let folder = directory + "-inbox"
        try Household(directory: DataDirectory(path: folder)).close()
        let picture = try TestPicture(megapixels: 12)
        let file = folder + "-picture.jpg"
        try picture.jpeg.write(to: URL(fileURLWithPath: file))
        let output = try ChildProcess.output(of: .thumbnails(picture: file, count: 10))
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let limit = (Double(output) ?? .infinity) * Double(Self.pictureCount) / Double(cores)
        let server = try ServerProcess(
            serving: folder, log: folder + "-log", options: ["--log-level", "warning"])
        defer { server.end() }
        let form = picture.inboxForm(count: Self.pictureCount, port: server.port)
        var best = Double.infinity
        for _ in 0..<3 {
            try server.forgetPeak()
            best = min(
                best,
                try seconds {
                    let answer = try HTTPConnection(port: server.port).exchange(form)
                    guard answer.status == 201 else {
                        throw BenchmarkFailure("The inbox: \(answer.head)\(answer.text)")
                    }
                })
        }
        report(
            .time(
                "\(Self.pictureCount) pictures of 12 megapixels in the inbox, until the last thumbnail",
                best, limit: limit, atMost: 1.2))
        let memory = try server.memory()
        report(.amount("the same, memory at most", memory["VmHWM"] ?? 0, "MB", atMost: 200))
    }

    private func firstKey(
        _ server: ServerProcess, _ connection: HTTPConnection
    ) throws -> String {
        let list = try connection.get("/items.json?perPage=1", of: server).text
        guard let key = list.firstMatch(of: /"itemKey": ?"([0-9A-F-]+)"/)?.1 else {
            throw BenchmarkFailure("The list of items has no key.")
        }
        return String(key)
    }

    /// Gives an item another value.
    private func change(
        _ key: String, to value: Int, _ server: ServerProcess, _ connection: HTTPConnection
    ) throws {
        let answer = try connection.exchange(
            HTTPConnection.post(
                "/items/\(key)", "valueInDollars=\(value + 7)", port: server.port))
        guard answer.status == 303 else {
            throw BenchmarkFailure("The change was answered \(answer.status).")
        }
    }

    private func median(
        before prepare: (Int) throws -> Void, _ body: (Int) throws -> Void
    ) throws -> Double {
        let times = try (0..<Self.rounds).map { round in
            try prepare(round)
            return try seconds { try body(round) }
        }
        return times.sorted()[times.count / 2]
    }
}

extension TestPicture {
    /// The bytes of a form that puts the picture into the inbox so many times.
    func inboxForm(count: Int, port: Int) -> [UInt8] {
        let boundary = "homeowner-benchmark-boundary"
        var body: [UInt8] = []
        for number in 1...count {
            body += Array(
                """
                --\(boundary)\r
                Content-Disposition: form-data; name="photo"; filename="\(number).jpg"\r
                Content-Type: image/jpeg\r
                \r

                """.utf8)
            body += Array(jpeg) + Array("\r\n".utf8)
        }
        body += Array("--\(boundary)--\r\n".utf8)
        let head = """
            POST /inbox HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Accept: application/json\r
            Content-Type: multipart/form-data; boundary=\(boundary)\r
            Content-Length: \(body.count)\r
            \r

            """
        return Array(head.utf8) + body
    }
}
