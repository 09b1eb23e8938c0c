import Foundation

/// Somebody who tries passwords over many connections at once.
struct GuessGenerator {
    let port: Int
    let requests: Int
    let connections: Int
    /// Whether each comes from an address of its own, as a proxy tells it, and is for a name of its own.
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

    /// What a proxy says of a client.
    static func proxyHeaders(address: String) -> String {
        "X-Forwarded-For: \(address)\r\nX-Forwarded-Proto: https\r\n"
    }
}
