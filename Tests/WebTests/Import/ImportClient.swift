import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

/// Imports files as a script does.
struct ImportClient: Sendable {
    let site: InventoryClient
    /// The address of the forms.
    var address = "/sales/import"

    static let lines =
        "number,date,customer,email,phone,product,quantity,price\r\n"
        + "1,2026-11-20,Ann,ann@example.com,'+49 30 1234,Mug,2,1.50\r\n"
        + "1,2026-11-20,Ann,ann@example.com,'+49 30 1234,Jug,1,20\r\n"
        + "2,2026-11-21,Bob,,,Mug,1,1.50\r\n"

    /// Posts a file, as `curl -F` does.
    func upload(
        _ text: String, named name: String = "x.csv", kind: String? = nil,
        headers: HTTPFields = InventoryClient.json
    ) async throws -> TestResponse {
        try await upload(Data(text.utf8), named: name, kind: kind, headers: headers)
    }

    /// Posts the bytes of a file.
    func upload(
        _ data: Data, named name: String = "x.csv", kind: String? = nil,
        fields: [(name: String, value: String)] = [], headers: HTTPFields = InventoryClient.json
    ) async throws -> TestResponse {
        var body = ByteBuffer()
        for (name, value) in (kind.map { [("kind", $0)] } ?? []) + fields {
            body.writeString("--XYZ\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n")
            body.writeString("\r\n\(value)\r\n")
        }
        body.writeString("--XYZ\r\nContent-Disposition: form-data; name=\"file\"; ")
        body.writeString("filename=\"\(name)\"\r\nContent-Type: text/csv\r\n\r\n")
        body.writeBytes(data)
        body.writeString("\r\n--XYZ--\r\n")
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=XYZ"
        return try await site.client.execute(
            uri: address, method: .post, headers: headers, body: body)
    }

    /// Imports a file. Returns the response to the confirmation.
    @discardableResult
    func importing(_ text: String, kind: String? = nil) async throws -> [String: Any] {
        let plan = try await upload(text, kind: kind)
        #expect(plan.status == .ok)
        let response = try await confirm(plan)
        #expect(response.status == .created)
        return try response.json
    }

    /// Confirms a plan.
    func confirm(_ plan: TestResponse) async throws -> TestResponse {
        let json = try plan.json
        return try await site.post(
            try #require(json["confirm"] as? String),
            [("plan", try #require(json["plan"] as? String))], headers: InventoryClient.json)
    }

    /// The text of an address.
    func text(_ uri: String) async throws -> String {
        let response = try await site.get(uri)
        #expect(response.status == .ok)
        return response.text
    }
}

extension TestResponse {
    /// The verdicts of a plan, in the order of its rows.
    var verdicts: [String] {
        get throws {
            let rows = try #require(try json["rows"] as? [[String: Any]], "\(text)")
            return rows.compactMap { $0["verdict"] as? String }
        }
    }
}

extension TestSite {
    /// Runs a test of imports on a separate site.
    ///
    /// - Parameter seconds: the time after which the page shows the progress. By default a request
    ///   waits for the end.
    static func importing<Value>(
        saysHowFarAfter seconds: Int = 600,
        _ body: @Sendable (ImportClient, TestSite) async throws -> Value
    ) async throws -> Value {
        let site = try TestSite { $0.limits.importSeconds = seconds }
        return try await site.test {
            try await body(ImportClient(site: InventoryClient(client: $0)), site)
        }
    }

    /// All bytes of the data directory.
    func dataBytes() throws -> Data {
        let folder = configuration.dataDirectory
        var bytes = Data()
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            bytes += FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
        }
        return bytes
    }
}
