import Foundation
import Testing

/// The script with which `make test` runs the tests.
@Suite("The watchdog of the tests")
struct WatchTests {
    private static let lines = """
        echo '◇ Test run started.'
        echo '◇ Test "ends" started.'
        echo '◇ Test "waits (for ever)" started.'
        echo '◇ Test case passing 1 argument n → 1 to "ends" started.'
        echo '✔ Test "ends" with 2 test cases passed after 0.1 seconds.'
        """

    @Test("Unfinished tests are named after a timeout without output, and the run fails")
    func silence() async throws {
        let (status, output) = try await watch(Self.lines + "\nexec sleep 600", patience: 1)

        #expect(status == 1)
        let named = output.components(separatedBy: "started and not ended:\n").last
        #expect(named == "  \"waits (for ever)\"\n", "\(output)")
    }

    @Test("Output and status are those of the command")
    func ending() async throws {
        let (status, output) = try await watch(Self.lines + "\nprintf end\nexit 3", patience: 600)

        #expect(status == 3)
        #expect(output.hasSuffix("passed after 0.1 seconds.\nend"), "\(output)")
    }

    private func watch(_ script: String, patience: Int) async throws -> (Int32, String) {
        let output = try TemporaryFile()
        let process = Process()
        process.executableURL = Program.package.appendingPathComponent("Tests/watch")
        process.arguments = ["bash", "-c", script]
        process.environment = ProcessInfo.processInfo.environment
            .merging(["TEST_PATIENCE": "\(patience)"]) { _, new in new }
        process.standardOutput = try output.handle
        try await process.runToEnd()
        return (process.terminationStatus, try output.text)
    }
}
