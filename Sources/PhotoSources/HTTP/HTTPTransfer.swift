import CCurl
import Foundation

/// Receives the body of an answer into memory or a file.
final class HTTPTransfer {
    private(set) var body = Data()
    private let path: String?
    private let limit: Int
    private let cancellation: Cancellation
    private var file: FileHandle?
    private var count = 0
    private var failure: (any Error)?

    init(to path: String?, limit: Int, _ cancellation: Cancellation) {
        self.path = path
        self.limit = limit
        self.cancellation = cancellation
    }

    deinit {
        file?.closeFile()
    }

    var goesOn: Bool { !cancellation.isThere }

    /// Takes bytes of the body; of an answer with another status than 200, none. Returns whether to
    /// continue.
    func take(_ bytes: UnsafeRawBufferPointer, status: Int) -> Bool {
        guard status == 200, goesOn else { return false }
        do {
            count += bytes.count
            guard count <= limit else { throw HTTPClient.Failure.tooLarge }
            try keep(bytes)
            return true
        } catch {
            failure = error
            return false
        }
    }

    private func keep(_ bytes: UnsafeRawBufferPointer) throws {
        guard let path else { return body.append(contentsOf: bytes) }
        try opened(path).write(contentsOf: Data(bytes))
    }

    private func opened(_ path: String) throws -> FileHandle {
        if let file { return file }
        // Overwrites the rest of an earlier attempt.
        try Data().write(to: URL(fileURLWithPath: path))
        let new = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        file = new
        return new
    }

    /// Throws the error for the outcome of a fetch, if there is one.
    func finish(_ outcome: CCurlOutcome) throws {
        if let failure { throw failure }
        guard goesOn else { throw CancellationError() }
        switch outcome {
        case CCURL_TIMED_OUT: throw HTTPClient.Failure.late
        // An empty body is written to a file too.
        case CCURL_ANSWERED: if let path { _ = try opened(path) }
        // The transfer was stopped because of the status, which is reported.
        case CCURL_STOPPED: return
        default: throw HTTPClient.Failure.unreachable
        }
    }
}
