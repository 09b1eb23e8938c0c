import Foundation
import Logging
import Testing

@testable import Web

struct LineLogHandlerTests {
    @Test("A line of text has time, level, message, status, duration and other metadata")
    func text() throws {
        let written = try Self.written(as: .text)

        let time = #/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} /#
        #expect(written.count == 2)
        #expect(written.allSatisfy { $0.firstMatch(of: time) != nil })
        #expect(
            written.map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) } == [
                "info GET /items 200 12 ms bytes=4096 id=7",
                "error It “failed” 0.3 ms error=none id=7",
            ])
    }

    @Test("A line of JSON has the metadata as members, numbers as numbers")
    func json() throws {
        let lines = try Self.written(as: .json).map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }

        #expect(
            lines == [
                Line(
                    level: "info", message: "GET /items", status: 200, duration: 12.5, bytes: 4096,
                    id: "7"),
                Line(
                    level: "error", message: "It “failed”", duration: 0.26, id: "7", error: "none"),
            ])
    }

    private struct Line: Decodable, Equatable {
        let level: String
        let message: String
        var status: Int?
        let duration: Double
        var bytes: Int?
        let id: String
        var error: String?
    }

    private static func written(as format: LogFormat) throws -> [Substring] {
        let path = NSTemporaryDirectory() + "log-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        let lines = LogLines(descriptor: descriptor)
        var logger = Logger(label: "Homeowner") { _ in
            LineLogHandler(lines: lines, format: format)
        }
        logger[metadataKey: "duration"] = .stringConvertible(Duration.microseconds(260))
        logger[metadataKey: "id"] = "7"

        logger.info(
            "GET /items",
            metadata: [
                "status": .stringConvertible(200), "bytes": .stringConvertible(4096),
                "duration": .stringConvertible(Duration.microseconds(12_500)),
            ])
        logger.debug("This is not asked for")
        logger.error("It “failed”", metadata: ["error": "none"])
        lines.flush()
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    }
}
