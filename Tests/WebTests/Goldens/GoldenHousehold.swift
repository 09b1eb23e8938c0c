import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Persistence

@testable import Web

/// A household made by an earlier program, with everything that a household can have;
/// see `Tests/Goldens/make-household`.
struct GoldenHousehold: Sendable {
    /// The notes from the creation of the golden household.
    struct About: Decodable {
        struct Waiting: Decodable {
            let path: String
        }

        let begun: String
        let ended: String
        /// The tokens of an owner's and of a viewer's script.
        let token: String
        let reader: String
        /// The secret of the code that Siri signs in with, and her password.
        let secret: String
        let password: String
        /// The links of shared lists.
        let links: [String]
        /// The addresses for undo.
        let undo: [String: String]
        /// The waiting import.
        let waiting: Waiting
    }

    static let folder = TestSite.package + "/Tests/Goldens/household"

    let about: About
    let site: TestSite

    /// A site of a household at the time when it was made, with an empty folder.
    ///
    /// - Parameters:
    ///   - storeAddress: the address of its database; nil, the default, for a file.
    ///   - allowedHosts: the further names of its server.
    ///   - trace: receives the SQL that runs.
    ///   - observer: receives the models of the pages.
    init(
        of name: String, storeAddress: String? = nil, allowedHosts: [String] = [],
        tracing trace: SQLTrace? = nil, observing observer: Renderer.Observer? = nil
    ) throws {
        let about = try JSONDecoder().decode(
            About.self, from: Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(name).json")))
        let now = try Date(about.ended, strategy: .iso8601)
        self.about = about
        site = try TestSite(
            { configuration in
                configuration.now = { now }
                configuration.storeAddress = storeAddress
                configuration.allowedHosts = allowedHosts
                configuration.trace = trace
            }, observing: observer)
    }

    /// A household in its folder, as the earlier program left it.
    static func unpacked(
        _ name: String, storeAddress: String? = nil, allowedHosts: [String] = [],
        tracing trace: SQLTrace? = nil, observing observer: Renderer.Observer? = nil
    ) async throws -> GoldenHousehold {
        let household = try GoldenHousehold(
            of: name, storeAddress: storeAddress, allowedHosts: allowedHosts, tracing: trace,
            observing: observer)
        try await household.unpack(name)
        return household
    }

    var directory: DataDirectory {
        DataDirectory(
            path: site.configuration.dataDirectory, storeAddress: site.configuration.storeAddress)
    }

    /// The file next to the data directory.
    func file(_ name: String) -> String {
        URL(fileURLWithPath: directory.path).deletingLastPathComponent().path + "/" + name
    }

    /// Sends requests as the owner's script does.
    func test<Value: Sendable>(
        _ body: @escaping @Sendable (GoldenClient) async throws -> Value
    ) async throws -> Value {
        let token = about.token
        return try await site.test { client in
            try await body(GoldenClient(client: client, token: token))
        }
    }

    private func unpack(_ name: String) async throws {
        let parent = file("")
        try FileManager.default.createDirectory(
            atPath: parent, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["tar", "-xzf", "\(Self.folder)/\(name).tar.gz", "-C", parent]
        let (ended, ending) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            ending.yield(process.terminationStatus)
            ending.finish()
        }
        try process.run()
        guard await ended.first(where: { _ in true }) == 0 else {
            throw CocoaError(.fileReadCorruptFile)
        }
        // Stored imports and undo data expire some days after they were written.
        for folder in ["undo", "imports"].map({ "\(directory.path)/\($0)" }) {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date.now], ofItemAtPath: "\(folder)/\(name)")
            }
        }
    }
}

/// Sends requests with a token, and reads the responses.
struct GoldenClient: Sendable {
    /// A response without a success status.
    struct Refused: Error {
        let path: String
        let status: HTTPResponse.Status
        let text: String
    }

    let client: any TestClientProtocol
    let token: String

    func get(_ path: String) async throws -> GoldenValue {
        try await send(path, .get)
    }

    /// Posts fields as a script does. Returns the record.
    @discardableResult
    func post(
        _ path: String, _ fields: [(name: String, value: String)] = []
    ) async throws -> GoldenValue {
        try await send(path, .post, QueryText.encode(fields))
    }

    /// The texts of a field of the records in a list.
    func texts(_ name: String, in list: String) async throws -> [String] {
        try await get(list + ".json?perPage=200")["records"]?.elements.map {
            $0[name].map { value in if case .text(let text) = value { text } else { value.words } }
                ?? ""
        } ?? []
    }

    private func send(
        _ path: String, _ method: HTTPRequest.Method, _ form: String? = nil
    ) async throws -> GoldenValue {
        var headers: HTTPFields = [
            .accept: "application/json", .authorization: "Bearer \(token)",
        ]
        if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
        let answer = try await client.execute(
            uri: path, method: method, headers: headers, body: form.map { ByteBuffer(string: $0) })
        guard answer.status.kind == .successful else {
            throw Refused(path: path, status: answer.status, text: answer.text)
        }
        return try JSONDecoder().decode(GoldenValue.self, from: Data(answer.text.utf8))
    }
}
