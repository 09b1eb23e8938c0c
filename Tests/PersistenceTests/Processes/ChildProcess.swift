import Foundation
import Testing

/// Another process that works on a store: these tests once more, of which it runs only `ChildTests`.
enum ChildProcess {
    /// What a child does.
    enum Work: String, CaseIterable {
        /// Makes a store of the farm's model.
        case create
        /// Changes the farm in one save.
        case save
        /// Opens the farm with the newer model.
        case migrate
        /// Opens the farm with the newer model, and tidies it afterwards.
        case migrateLater
        /// Changes the farm in one save, in a file that is written as a whole.
        case saveAtomic
        /// Brings the farm to the newer model by a mapping of objects.
        case map
        /// Counts up a keeper's age, in many saves.
        case count
        /// Tries to open the farm, which the parent holds.
        case knock
    }

    private static let workKey = "PERSISTENCE_CHILD_WORK"
    private static let pathKey = "PERSISTENCE_CHILD_STORE"
    private static let killKey = "PERSISTENCE_CHILD_KILL"

    /// In a child: what it is to do.
    static var work: Work? { variable(workKey).flatMap(Work.init) }
    /// In a child: the path of the store.
    static var path: String { variable(pathKey) ?? "" }
    /// In a child: the operation on files at which it dies.
    static var killedAt: Int { variable(killKey).flatMap { Int($0) } ?? .max }

    private static func variable(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name]
    }

    /// Runs a child to its end. Returns whether it lived to do its work.
    static func run(_ work: Work, at path: String, killedAt: Int = .max) async throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            .resolvingSymlinksInPath()
        process.arguments = ["--testing-library", "swift-testing", "--filter", "ChildTests"]
        process.environment = ProcessInfo.processInfo.environment.merging([
            workKey: work.rawValue, pathKey: path, killKey: "\(killedAt)",
        ]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in end.resume() }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                end.resume(throwing: error)
            }
        }
        if process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL {
            return false
        }
        try output.fileHandleForWriting.close()
        let text = String(
            decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(process.terminationStatus == 0 && text.contains("1 test"), "\(text)")
        return true
    }
}
