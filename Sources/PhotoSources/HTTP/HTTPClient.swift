import CCurl
import Foundation
import Synchronization

/// Fetches addresses with libcurl, without following redirects. Connections are reused.
final class HTTPClient: Sendable {
    /// A failure below HTTP.
    enum Failure: Error {
        /// libcurl is not installed.
        case missingLibrary
        /// The server cannot be reached, or closed the connection.
        case unreachable
        /// The time limit has passed.
        case late
        /// The body is larger than allowed.
        case tooLarge
    }

    /// A server's answer.
    struct Answer: Sendable {
        var status: Int
        var retryAfter: String?
        /// The body; empty if it was written to a file, or for a status other than 200.
        var body = Data()
    }

    private static let agent = "Homeowner"
    private let timeLimit: Duration
    private let threads = DispatchQueue(label: "photo sources", attributes: .concurrent)
    /// The handles that are not in use.
    private let idle = Mutex<[CurlHandle]>([])

    /// - Parameter timeLimit: the time limit of a request, its answer included. Connecting may take
    ///   half of it.
    init(timeLimit: Duration) {
        self.timeLimit = timeLimit
    }

    /// Fetches an address.
    ///
    /// - Parameters:
    ///   - file: the path for the body; nil, the default, for memory.
    ///   - limit: the maximum size of the body in bytes.
    /// - Throws: `Failure`, `CancellationError`, and errors of the file system.
    func get(_ address: String, to file: String? = nil, limit: Int) async throws -> Answer {
        let handle = try idle.withLock { $0.popLast() } ?? CurlHandle()
        let isCancelled = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                threads.async { [self] in
                    let result = Result {
                        let transfer = HTTPTransfer(to: file, limit: limit, isCancelled)
                        return try handle.get(
                            address, Self.agent, within: timeLimit, by: transfer)
                    }
                    idle.withLock { $0.append(handle) }
                    continuation.resume(with: result)
                }
            }
        } onCancel: {
            isCancelled.note()
            handle.wake()
        }
    }
}

/// Whether a request was cancelled.
final class Cancellation: Sendable {
    private let isNoted = Atomic<Bool>(false)

    var isThere: Bool { isNoted.load(ordering: .acquiring) }

    func note() { isNoted.store(true, ordering: .releasing) }
}

/// A libcurl handle, used for one request after the other.
// One task at a time uses a handle taken from the idle ones; any thread may wake it.
final class CurlHandle: @unchecked Sendable {
    private let client: OpaquePointer

    init() throws {
        guard ccurl_load(), let client = ccurl_make() else {
            throw HTTPClient.Failure.missingLibrary
        }
        self.client = client
    }

    deinit {
        ccurl_free(client)
    }

    func wake() { ccurl_wake(client) }

    func get(
        _ address: String, _ agent: String, within limit: Duration, by transfer: HTTPTransfer
    ) throws -> HTTPClient.Answer {
        let caller = CCurlCaller(
            context: Unmanaged.passUnretained(transfer).toOpaque(),
            take: { context, status, bytes, count in
                guard let context else { return false }
                return Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue().take(
                    UnsafeRawBufferPointer(start: bytes, count: count), status: Int(status))
            },
            goes_on: { context in
                guard let context else { return false }
                return Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue().goesOn
            }, may_connect: nil)
        let time = max(2, Int64((limit / .milliseconds(1)).rounded()))
        var answer = CCurlAnswer()
        let outcome = withExtendedLifetime(transfer) {
            ccurl_get(client, address, agent, time / 2, time, caller, &answer)
        }
        try transfer.finish(outcome)
        return HTTPClient.Answer(
            status: Int(answer.status), retryAfter: answer.retry_after.map(String.init(cString:)),
            body: transfer.body)
    }
}
