import Domain
import Foundation
import Synchronization

/// Asks Flickr, with limits of time and size, and with retries where they may help. It only
/// connects to Flickr's own hosts.
final class FlickrClient: Sendable {
    let configuration: FlickrConfiguration
    private let key: String
    /// The client for all requests, so that connections are reused.
    private let http: HTTPClient
    /// The time before which Flickr must not be asked, if it has given one.
    private let quietUntil = Mutex<ContinuousClock.Instant?>(nil)

    init(key: String, configuration: FlickrConfiguration) {
        self.key = key
        self.configuration = configuration
        http = HTTPClient(timeLimit: configuration.timeLimit)
    }

    /// Calls a method of the API.
    ///
    /// - Throws: `PhotoSourceError`, `CancellationError`.
    func ask<Answer: Decodable>(
        _ method: String, _ parameters: [String: String]
    ) async throws -> Answer {
        let address = try address(method, parameters)
        let limit = configuration.maxAnswerBytes
        let bytes = try await repeating {
            let bytes = try await self.get(address, limit: limit) {
                "The answer of Flickr is larger than \($0) bytes."
            }
            try self.check(bytes)
            return bytes
        }
        do {
            return try JSONDecoder().decode(Answer.self, from: bytes)
        } catch is DecodingError {
            throw PhotoSourceError.unavailable("Flickr gave an answer that makes no sense.")
        }
    }

    /// Downloads an image into a file.
    ///
    /// - Throws: `PhotoSourceError`, `CancellationError`, and errors of the file system.
    func download(_ address: String, to path: String) async throws {
        guard configuration.images.allows(address) else {
            throw PhotoSourceError.unavailable("The photo is on a host that is none of Flickr's.")
        }
        let limit = configuration.maxImageBytes
        try await repeating {
            _ = try await self.get(address, to: path, limit: limit) {
                "The photo is larger than \($0) bytes."
            }
        }
    }

    private func address(_ method: String, _ parameters: [String: String]) throws -> String {
        var parts = URLComponents()
        parts.scheme = configuration.api.scheme
        parts.host = configuration.api.host
        parts.port = configuration.api.port
        parts.path = "/services/rest/"
        let all = parameters.merging([
            "method": method, "api_key": key, "format": "json", "nojsoncallback": "1",
        ]) { $1 }
        parts.queryItems = all.sorted { $0.key < $1.key }.map {
            URLQueryItem(name: $0.key, value: $0.value)
        }
        guard let address = parts.string else {
            throw PhotoSourceError.unusable("There is no address for \(method) of Flickr.")
        }
        return address
    }

    // MARK: - Attempts

    /// A failure after which a retry may succeed.
    private struct Passing: Error {
        let error: PhotoSourceError
        /// The delay that the server asks for, if any.
        var delay: Duration?
    }

    private func repeating<T: Sendable>(
        _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        var usualDelay = configuration.firstDelay
        for attempt in 1... {
            do {
                try checkQuiet()
                return try await body()
            } catch let passing as Passing {
                let delay = max(passing.delay ?? .zero, usualDelay)
                if let named = passing.delay { keepQuiet(for: named) }
                guard attempt < configuration.maxAttempts, delay <= configuration.longestDelay
                else { throw passing.error }
                try await Task.sleep(for: delay)
                usualDelay *= 2
            }
        }
        throw CancellationError()
    }

    /// Throws while the server has asked for a pause.
    private func checkQuiet() throws {
        let rest = quietUntil.withLock { $0.map { $0 - .now } } ?? .zero
        guard rest > .zero else { return }
        throw PhotoSourceError.unavailable(
            "Flickr asks to be left alone for \(max(1, rest.components.seconds)) seconds more.")
    }

    private func keepQuiet(for delay: Duration) {
        quietUntil.withLock { $0 = .now + delay }
    }

    // MARK: - One request

    /// Fetches an address into memory or a file. The closure makes the message for a body that is
    /// too large.
    private func get(
        _ address: String, to file: String? = nil, limit: Int, tooLarge: (Int) -> String
    ) async throws -> Data {
        do {
            return try body(of: await http.get(address, to: file, limit: limit))
        } catch HTTPClient.Failure.tooLarge {
            throw PhotoSourceError.unavailable(tooLarge(limit))
        } catch HTTPClient.Failure.missingLibrary {
            throw PhotoSourceError.unusable(
                "libcurl is not installed: it is Debian's package libcurl4.")
        } catch HTTPClient.Failure.unreachable {
            throw Passing(error: .unavailable("Flickr cannot be reached."))
        } catch HTTPClient.Failure.late {
            let seconds = configuration.timeLimit.components.seconds
            throw Passing(
                error: .unavailable("Flickr did not answer within \(seconds) seconds."))
        }
    }

    private func body(of answer: HTTPClient.Answer) throws -> Data {
        switch answer.status {
        case 200: return answer.body
        case 300..<400:
            throw PhotoSourceError.unavailable(
                "Flickr redirects to another address, which is not followed.")
        case 404, 410: throw PhotoSourceError.unavailable("Flickr no longer has this photo.")
        case 429, 500..<600:
            throw Passing(
                error: .unavailable(
                    answer.status == 429
                        ? "Flickr has been asked too often." : "Flickr is out of order."),
                delay: RetryAfter.delay(answer.retryAfter))
        default:
            throw PhotoSourceError.unavailable(
                "Flickr refuses to answer: \(answer.status).")
        }
    }

    /// Throws if the answer is an error; Flickr sends errors with status 200 too.
    private func check(_ bytes: Data) throws {
        let status: FlickrStatus
        do {
            status = try JSONDecoder().decode(FlickrStatus.self, from: bytes)
        } catch is DecodingError {
            throw PhotoSourceError.unavailable("Flickr gave an answer that makes no sense.")
        }
        switch status.code {
        case _ where status.stat == "ok": return
        case 100:
            throw PhotoSourceError.unusable(
                "Flickr does not know the key in \(FlickrSource.keyVariable).")
        case 105, 106: throw Passing(error: .unavailable("Flickr is out of order."))
        default:
            let message = (status.message ?? "no reason given").prefix(200)
            throw PhotoSourceError.unavailable("Flickr refuses to answer: \(message)")
        }
    }
}
