import Domain
import Foundation
import HTTPTypes
import Testing

@testable import PhotoSources

struct FlickrMisbehavingTests {
    private static let good = FakeFlickr.Answer.text(
        #"{"places":{"place":[{"place_id":"a","_content":"A"}]},"stat":"ok"}"#)

    @Test("Requests are retried after a temporary server error")
    func retries() async throws {
        let flickr = FakeFlickr([
            .text("", .serviceUnavailable), .text("", .badGateway),
            .text(#"{"stat":"fail","code":105,"message":"Service currently unavailable"}"#),
            Self.good,
        ])
        try await flickr.serve { configuration in
            let places = try await Self.source(configuration).places()

            #expect(places.map(\.name) == ["A"])
        }
        #expect(flickr.requests.count == 4)
    }

    @Test("Requests fail after several server errors")
    func givingUp() async throws {
        let flickr = FakeFlickr([.text("", .serviceUnavailable)])
        try await flickr.serve { configuration in
            await Self.expect("Flickr is out of order.", configuration)
        }
        #expect(flickr.requests.count == 4)
    }

    @Test("Retry-After delays the next request")
    func retryAfter() async throws {
        let flickr = FakeFlickr([.text("", .tooManyRequests, retryAfter: "1"), Self.good])
        try await flickr.serve { configuration in
            let start = ContinuousClock.now

            let places = try await Self.source(configuration).places()

            #expect(places.count == 1)
            #expect(ContinuousClock.now - start >= .seconds(1))
        }
        #expect(flickr.requests.count == 2)
    }

    @Test("A long Retry-After fails at once, and also later requests")
    func longRetryAfter() async throws {
        let flickr = FakeFlickr([.text("", .tooManyRequests, retryAfter: "3600"), Self.good])
        try await flickr.serve { configuration in
            let source = try Self.source(configuration)
            await #expect(
                throws: PhotoSourceError.unavailable("Flickr has been asked too often.")
            ) { try await source.places() }
            await #expect(throws: PhotoSourceError.self) { try await source.places() }
        }
        #expect(flickr.requests.count == 1)
    }

    @Test("Silent and slow servers time out", arguments: [FakeFlickr.Answer.silence, .drip])
    func slowness(answer: FakeFlickr.Answer) async throws {
        let flickr = FakeFlickr([answer])
        try await flickr.serve { configuration in
            defer { flickr.goOn() }
            var configuration = configuration
            configuration.timeLimit = .milliseconds(300)
            configuration.maxAttempts = 2

            // The answer ends after this one has timed out.
            await #expect(throws: PhotoSourceError.self) {
                try await Self.source(configuration).places()
            }
        }
    }

    @Test("Responses and images that are too large are aborted")
    func size() async throws {
        try await FakeFlickr([.flood(8_000_000)]).serve { configuration in
            var configuration = configuration
            configuration.maxAnswerBytes = 100_000
            configuration.maxImageBytes = 200_000
            await Self.expect("The answer of Flickr is larger than 100000 bytes.", configuration)
            let source = try Self.source(configuration)
            let photo = PhotoReference(
                id: "1", imageURL: "http://127.0.0.1:\(configuration.api.port ?? 0)/a.jpg")
            let folder = NSTemporaryDirectory() + "flickr-\(UUID())"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }

            await #expect(
                throws: PhotoSourceError.unavailable("The photo is larger than 200000 bytes.")
            ) { try await source.image(of: photo, using: folder) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test(
        "Invalid responses and refusals have an error message",
        arguments: [
            ("{\"places\":", "Flickr gave an answer that makes no sense."),
            ("<html></html>", "Flickr gave an answer that makes no sense."),
            ("{\"stat\":\"ok\"}", "Flickr gave an answer that makes no sense."),
            (
                #"{"stat":"fail","code":2,"message":"Not a valid place type."}"#,
                "Flickr refuses to answer: Not a valid place type."
            ),
        ])
    func nonsense(answer: String, sentence: String) async throws {
        try await FakeFlickr([.text(answer)]).serve { configuration in
            await Self.expect(sentence, configuration)
        }
    }

    @Test("An unknown API key has its own error message")
    func unknownKey() async throws {
        let answer = #"{"stat":"fail","code":100,"message":"Invalid API Key"}"#
        try await FakeFlickr([.text(answer)]).serve { configuration in
            await #expect(
                throws: PhotoSourceError.unusable(
                    "Flickr does not know the key in FLICKR_API_KEY.")
            ) { try await Self.source(configuration).places() }
        }
    }

    @Test("Redirects to other addresses are not followed")
    func redirects() async throws {
        let elsewhere = FakeFlickr([Self.good])
        try await elsewhere.serve { other in
            let address = "http://127.0.0.1:\(other.api.port ?? 0)/"
            try await FakeFlickr([.redirect(address)]).serve { configuration in
                await Self.expect(
                    "Flickr redirects to another address, which is not followed.", configuration)
            }
        }
        #expect(elsewhere.requests.isEmpty)
    }

    @Test("A response that is not a picture is refused")
    func strangers() async throws {
        try await FakeFlickr([.text("<html>")]).serve { configuration in
            let photo = PhotoReference(
                id: "1", imageURL: "http://127.0.0.1:\(configuration.api.port ?? 0)/a.jpg")
            await #expect(throws: PhotoSourceError.self) {
                try await Self.source(configuration).image(
                    of: photo, using: NSTemporaryDirectory())
            }
        }
    }

    @Test("Without a network, the error says that Flickr cannot be reached")
    func noNetwork() async throws {
        var configuration = FlickrConfiguration()
        // The port of the discard service has no listener.
        configuration.api = .init(scheme: "http", host: "127.0.0.1", port: 9)
        configuration.firstDelay = .milliseconds(10)
        // Connections are retried for that long.
        configuration.timeLimit = .seconds(2)

        await Self.expect("Flickr cannot be reached.", configuration)
    }

    @Test("Retry-After is a number of seconds or a date")
    func retryAfterTexts() {
        let now = Date(timeIntervalSince1970: 784_111_777)
        #expect(RetryAfter.delay("120") == .seconds(120))
        #expect(RetryAfter.delay("999999999999999999999") == .seconds(86_400))
        #expect(RetryAfter.delay("Sun, 06 Nov 1994 08:50:37 GMT", now: now) == .seconds(60))
        #expect(RetryAfter.delay("Sun, 06 Nov 1994 08:40:37 GMT", now: now) == .seconds(0))
        #expect(RetryAfter.delay("soon", now: now) == nil)
        #expect(RetryAfter.delay(nil) == nil)
    }

    private static func source(_ configuration: FlickrConfiguration) throws -> FlickrSource {
        try FlickrSource(key: "0123456789abcdef", configuration: configuration)
    }

    private static func expect(
        _ sentence: String, _ configuration: FlickrConfiguration
    ) async {
        await #expect(throws: PhotoSourceError.unavailable(sentence)) {
            try await source(configuration).places()
        }
    }
}
