import Foundation
import Testing

@testable import Web

struct LogLinesTests {
    @Test("Concurrent lines are complete, in the order of each thread, and none is lost")
    func order() async throws {
        let path = NSTemporaryDirectory() + "log-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        let lines = LogLines(descriptor: descriptor)

        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for number in 0..<5_000 { lines.write("\(thread) \(number) of a request\n") }
                }
            }
        }
        lines.flush()

        let written = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(written.count == 20_000)
        for thread in 0..<4 {
            let own = written.filter { $0.hasPrefix("\(thread) ") }
            #expect(own == (0..<5_000).map { "\(thread) \($0) of a request" })
        }
    }

    @Test("A line is written without a request to flush")
    func byItself() async throws {
        let path = NSTemporaryDirectory() + "log-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        let lines = LogLines(descriptor: descriptor)

        lines.write("once\n")

        while try String(contentsOfFile: path, encoding: .utf8) != "once\n" {
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
