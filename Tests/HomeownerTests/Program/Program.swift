import Foundation

/// The built program, run as a person runs it.
struct Program {
    /// The result of a run.
    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The folder of the package, with `Views` and `Public`.
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The executable, next to that of the tests.
    static var executable: URL { executable(of: "homeowner") }

    /// The executable of a product of this package.
    static func executable(of product: String) -> URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(product)
    }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - environment: additional variables.
    ///   - text: a line for the standard input. Default: that of the tests.
    ///   - product: the executable. Default: `homeowner`.
    static func run(
        _ arguments: String..., environment: [String: String] = [:], typing text: String? = nil,
        of product: String = "homeowner"
    ) async throws -> Result {
        try await run(arguments, environment: environment, typing: text, of: product)
    }

    static func run(
        _ arguments: [String], environment: [String: String] = [:], typing text: String? = nil,
        of product: String = "homeowner"
    ) async throws -> Result {
        let output = try TemporaryFile()
        let errors = try TemporaryFile()
        let process = Process()
        process.executableURL = executable(of: product)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { _, new in new }
        process.currentDirectoryURL = package
        process.standardOutput = try output.handle
        process.standardError = try errors.handle
        if let text {
            let input = Pipe()
            process.standardInput = input
            input.fileHandleForWriting.write(Data((text + "\n").utf8))
            try input.fileHandleForWriting.close()
        }
        try await process.runToEnd()
        return Result(
            status: process.terminationStatus, output: try output.text, errors: try errors.text)
    }

    /// Starts the program and kills it after a time.
    ///
    /// - Returns: whether it was still running.
    static func kill(_ arguments: [String], after time: Duration) async throws -> Bool {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = package
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let (ended, ending) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in ending.finish() }
        try process.run()
        try await Task.sleep(for: time)
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
        for await _ in ended {}
        return process.terminationReason == .uncaughtSignal
    }
}

extension Process {
    /// Starts the process and waits for its end, without blocking a thread.
    func runToEnd() async throws {
        try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
            terminationHandler = { _ in end.resume() }
            do {
                try run()
            } catch {
                terminationHandler = nil
                end.resume(throwing: error)
            }
        }
    }
}

/// A file that a process writes to; it is deleted at the end of the test.
final class TemporaryFile: Sendable {
    let path = NSTemporaryDirectory() + "homeowner-output-\(UUID())"

    init() throws {
        try Data().write(to: URL(fileURLWithPath: path))
    }

    deinit {
        unlink(path)
    }

    var handle: FileHandle {
        get throws { try FileHandle(forWritingTo: URL(fileURLWithPath: path)) }
    }

    var text: String {
        get throws { try String(contentsOfFile: path, encoding: .utf8) }
    }
}

/// A folder for one test, which is deleted at its end.
final class TemporaryFolder: Sendable {
    let path = NSTemporaryDirectory() + "homeowner-data-\(UUID())"

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
