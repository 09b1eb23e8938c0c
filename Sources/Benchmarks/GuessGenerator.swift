import Foundation

/// Tries passwords over many connections at once.
struct GuessGenerator {
    let port: Int
    let requests: Int
    let connections: Int
    /// Whether each guess has its own address, as a proxy reports it, and its own name.
    let isSpread: Bool

    func run() throws {
        try atOnce(connections) { try guess($0) }
    }

    private func guess(_ number: Int) throws {
        let connection = try HTTPConnection(port: port)
        for guess in 0..<(requests / connections) {
            let name = isSpread ? "nobody\(number)x\(guess)" : "owner"
            let headers =
                isSpread
                ? Self.proxyHeaders(address: "10.\(number).\(guess / 250).\(guess % 250 + 1)") : ""
            let answer = try connection.exchange(
                HTTPConnection.post(
                    "/sign-in", "name=\(name)&password=wrong+horse+\(guess)", port: port,
                    headers: headers + "Accept: application/json\r\n"))
            guard [422, 429, 503].contains(answer.status) else {
                throw BenchmarkFailure("A wrong password was answered \(answer.status).")
            }
        }
    }

    /// The headers with which a proxy reports a client.
    static func proxyHeaders(address: String) -> String {
        "X-Forwarded-For: \(address)\r\nX-Forwarded-Proto: https\r\n"
    }
}
