import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Synchronization

@testable import PhotoSources

/// A local server with Flickr's protocol, and configurable errors.
final class FakeFlickr: Sendable {
    /// The server's response to a request.
    enum Answer: Sendable {
        case text(String, HTTPResponse.Status = .ok, retryAfter: String? = nil)
        /// A text in which the server's own origin replaces `ORIGIN`.
        case own(String)
        case bytes(Data)
        /// A number of bytes, without a length.
        case flood(Int)
        /// Nothing before ``goOn()``.
        case silence
        /// The beginning at once, and the rest after ``goOn()``.
        case drip
        case redirect(String)
    }

    private let answers: Mutex<[Answer]>
    private let recorded = Mutex<[String]>([])
    private let goesOn = Atomic<Bool>(false)

    /// The addresses of the requests.
    var requests: [String] { recorded.withLock { $0 } }

    /// - Parameter answers: the answers in order; the last one is repeated.
    init(_ answers: [Answer]) {
        self.answers = Mutex(answers)
    }

    /// Lets waiting answers finish.
    func goOn() { goesOn.store(true, ordering: .releasing) }

    private func waitToGoOn() async throws {
        while !goesOn.load(ordering: .acquiring) { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Runs the server during a closure.
    func serve(_ body: @escaping @Sendable (FlickrConfiguration) async throws -> Void) async throws
    {
        let router = Router()
        router.get("**") { request, _ in
            self.recorded.withLock { $0.append(request.uri.description) }
            return try await self.answer(self.next(), request.head.authority ?? "")
        }
        let app = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)))
        try await app.test(.live) { client in
            var configuration = FlickrConfiguration()
            let origin = FlickrConfiguration.Origin(
                scheme: "http", host: "127.0.0.1", port: client.port)
            configuration.api = origin
            configuration.images = origin
            configuration.timeLimit = .seconds(600)
            configuration.firstDelay = .milliseconds(20)
            configuration.longestDelay = .seconds(2)
            try await body(configuration)
        }
    }

    private func next() -> Answer {
        answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }

    private func answer(_ answer: Answer, _ authority: String) async throws -> Response {
        switch answer {
        case .own(let text):
            let text = text.replacingOccurrences(of: "ORIGIN", with: "http://\(authority)")
            return Response(
                status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        case .text(let text, let status, let retryAfter):
            var headers = HTTPFields()
            headers[.retryAfter] = retryAfter
            return Response(
                status: status, headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        case .bytes(let bytes):
            return Response(
                status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        case .flood(let count):
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    let piece = ByteBuffer(repeating: 0x20, count: 65_536)
                    for _ in 0..<(count / 65_536 + 1) { try await writer.write(piece) }
                    try await writer.finish(nil)
                })
        case .silence:
            try await waitToGoOn()
            return Response(status: .ok)
        case .drip:
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "{"))
                    try await self.waitToGoOn()
                    try await writer.finish(nil)
                })
        case .redirect(let address):
            return Response(status: .found, headers: [.location: address])
        }
    }
}
