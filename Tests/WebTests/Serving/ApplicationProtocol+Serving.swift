import HTTPTypes
import Hummingbird
import NIOCore
import Testing

// Responses of the application can be created only by itself.
@testable import HummingbirdTesting

extension ApplicationProtocol {
    /// Serves while a closure runs, which sends requests over the network and waits for their responses, for
    /// a time that only a hang exceeds. The framework's own client gives up after 20 seconds.
    func serve<Value: Sendable>(
        _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        try await test(.live) { framework in
            let port = try #require(framework.port)
            return try await TestClient.withClient(
                host: "localhost", port: port, configuration: .init(timeout: .seconds(600))
            ) { try await body(PatientClient(client: $0, port: port)) }
        }
    }
}

private struct PatientClient: TestClientProtocol {
    let client: TestClient
    let port: Int?

    func executeRequest(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse {
        var headers = headers
        headers[.connection] = "keep-alive"
        let answer = try await client.execute(
            TestClient.Request(
                uri, method: method, authority: "localhost", headers: headers, body: body))
        return TestResponse(
            head: answer.head, body: answer.body ?? ByteBuffer(),
            trailerHeaders: answer.trailerHeaders)
    }
}
