import Foundation
import Logging
import Testing

@testable import Web

struct LineLogHandlerTests {
    @Test("A line has time, level, label, metadata in order, module and message")
    func line() throws {
        let path = NSTemporaryDirectory() + "log-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        let lines = LogLines(descriptor: descriptor)
        var logger = Logger(label: "Homeowner") { LineLogHandler(label: $0, lines: lines) }
        logger[metadataKey: "status"] = "1"
        logger[metadataKey: "id"] = "7"

        logger.info("GET /items", metadata: ["status": "200", "bytes": "12"])
        logger.debug("This is not asked for")
        logger.error("It failed")
        lines.flush()

        let written = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let time = #/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} /#
        #expect(written.count == 2)
        #expect(written.allSatisfy { $0.firstMatch(of: time) != nil })
        #expect(
            written.map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) } == [
                "info Homeowner: bytes=12 id=7 status=200 [WebTests] GET /items",
                "error Homeowner: id=7 status=1 [WebTests] It failed",
            ])
    }
}
