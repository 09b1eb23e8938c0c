import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `homeowner serve` as a separate process.
final class RunningServer: Sendable {
    struct NotStarted: Error {
        let errors: String
    }

    let address: String
    let processIdentifier: Int32
    private let log: TemporaryFile
    private let end: Task<Int32, any Error>
    private let window: URLSession

    /// Starts a server on any free port, and waits until it listens.
    convenience init(data: String) async throws {
        try await self.init(["serve", "--port", "0", "--data", data])
    }

    /// Starts a command that serves, and waits until it listens.
    ///
    /// - Parameter window: the session with the cookies. Default: that of all servers.
    init(_ arguments: [String], window: URLSession = .shared) async throws {
        self.window = window
        let log = try TemporaryFile()
        let process = Process()
        process.executableURL = Program.executable
        process.arguments = arguments
        process.currentDirectoryURL = Program.package
        process.standardOutput = try log.handle
        process.standardError = try log.handle
        let (ended, ending) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            ending.yield(process.terminationStatus)
            ending.finish()
        }
        try process.run()
        self.log = log
        processIdentifier = process.processIdentifier
        end = Task { await ended.first { _ in true } ?? -1 }
        address = try await Self.address(log, of: process)
    }

    /// The output of the server so far.
    var logText: String {
        get throws { try log.text }
    }

    /// Sends a signal and waits for the end. Returns the exit status.
    @discardableResult
    func stop(_ signal: Int32 = SIGINT) async throws -> Int32 {
        kill(processIdentifier, signal)
        return try await end.value
    }

    private static func address(_ log: TemporaryFile, of process: Process) async throws -> String {
        // A server that cannot listen ends; only one that hangs takes minutes.
        for _ in 0..<30_000 {
            let isRunning = process.isRunning
            if let match = try log.text.firstMatch(of: #/Homeowner is at (http://[^,\s]+)/#) {
                return String(match.1)
            }
            guard isRunning else { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        kill(process.processIdentifier, SIGKILL)
        throw NotStarted(errors: try log.text)
    }

    // MARK: - Requests

    struct Answer: Sendable {
        let status: Int
        let body: Data
        /// The address after redirects.
        let address: String

        var text: String { String(decoding: body, as: UTF8.self) }

        func member<Value>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
            let value = try JSONSerialization.jsonObject(with: body) as? [String: Any]
            return value?[name] as? Value
        }
    }

    /// - Parameter token: the token of a script; nil for none.
    func get(_ path: String, bearer token: String? = nil) async throws -> Answer {
        var request = try request(path)
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        return try await send(request)
    }

    /// Posts a form as `curl -d` does; as a program, for the record instead of a page.
    func post(
        _ path: String, _ body: String, asProgram isProgram: Bool = false
    ) async throws -> Answer {
        try await send(form(path, body, asProgram: isProgram))
    }

    /// A form as `curl -d` sends it.
    func form(_ path: String, _ body: String, asProgram isProgram: Bool) throws -> URLRequest {
        var request = try request(path)
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        if isProgram { request.setValue("application/json", forHTTPHeaderField: "Accept") }
        return request
    }

    /// Posts a form with a picture as `curl -F` does.
    func upload(_ path: String, name: String, file: Data) async throws -> Answer {
        try await send(upload(path, [("itemName", name)], file, as: ("image", "photo.jpg")))
    }

    /// Posts a form with a file, for the record instead of a page.
    ///
    /// - Parameter names: the names of the field and of the file.
    func upload(
        _ path: String, _ fields: [(name: String, value: String)], _ file: Data,
        as names: (field: String, file: String)
    ) throws -> URLRequest {
        let start = "--XYZ\r\nContent-Disposition: form-data; name="
        var body = Data()
        for field in fields {
            body += Data("\(start)\"\(field.name)\"\r\n\r\n\(field.value)\r\n".utf8)
        }
        body += Data("\(start)\"\(names.field)\"; filename=\"\(names.file)\"\r\n\r\n".utf8)
        body += file + Data("\r\n--XYZ--\r\n".utf8)
        var request = try request(path)
        request.httpMethod = "POST"
        request.httpBody = body
        request.setValue("multipart/form-data; boundary=XYZ", forHTTPHeaderField: "Content-Type")
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        return request
    }

    /// The response for a page.
    func page(_ path: String) throws -> URLRequest { try request(path) }

    private func request(_ path: String) throws -> URLRequest {
        guard let url = URL(string: address + path) else { throw URLError(.badURL) }
        return URLRequest(
            url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 600)
    }

    /// Sends a request, and again if it timed out: a busy server asks
    /// the client to retry.
    func send(_ request: URLRequest) async throws -> Answer {
        var answer = try await sendOnce(request)
        for _ in 0..<100 where answer.status == 503 {
            try await Task.sleep(for: .milliseconds(100))
            answer = try await sendOnce(request)
        }
        return answer
    }

    /// Sends a request once, whatever the response.
    func sendOnce(_ request: URLRequest) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            window.dataTask(with: request) { data, response, error in
                if let response = response as? HTTPURLResponse {
                    continuation.resume(
                        returning: Answer(
                            status: response.statusCode, body: data ?? Data(),
                            address: response.url?.absoluteString ?? ""))
                } else {
                    continuation.resume(throwing: error ?? URLError(.badServerResponse))
                }
            }.resume()
        }
    }
}
