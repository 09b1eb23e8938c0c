import Drawing
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Imaging
import NIOCore
import Testing

@testable import Web

/// Sends requests to the site as a script does.
struct InventoryClient: Sendable {
    let client: any TestClientProtocol

    static let json: HTTPFields = [.accept: "application/json"]

    func get(_ uri: String, headers: HTTPFields = [:]) async throws -> TestResponse {
        try await client.execute(uri: uri, method: .get, headers: headers)
    }

    /// Posts fields, as `curl -d` does.
    @discardableResult
    func post(
        _ uri: String, _ fields: [(name: String, value: String)] = [], headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await client.execute(
            uri: uri, method: .post, headers: headers,
            body: ByteBuffer(string: QueryText.encode(fields)))
    }

    /// Posts fields and a file, as `curl -F` does.
    func upload(
        _ uri: String, _ fields: [(name: String, value: String)] = [], file: Data,
        named name: String = "photo.jpg", headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var body = ByteBuffer()
        for field in fields {
            body.writeString("--XYZ\r\nContent-Disposition: form-data; name=\"\(field.name)\"\r\n")
            body.writeString("\r\n\(field.value)\r\n")
        }
        body.writeString("--XYZ\r\nContent-Disposition: form-data; name=\"image\"; ")
        body.writeString("filename=\"\(name)\"\r\nContent-Type: image/jpeg\r\n\r\n")
        body.writeBytes(file)
        body.writeString("\r\n--XYZ--\r\n")
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=XYZ"
        return try await client.execute(uri: uri, method: .post, headers: headers, body: body)
    }

    /// Posts fields and several files in one field, as `curl -F file=@a.jpg -F file=@b.jpg` does.
    func upload(
        _ uri: String, _ fields: [(name: String, value: String)] = [],
        named field: String = "file", files: [(name: String, data: Data)],
        headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var body = ByteBuffer()
        for field in fields {
            body.writeString("--XYZ\r\nContent-Disposition: form-data; name=\"\(field.name)\"\r\n")
            body.writeString("\r\n\(field.value)\r\n")
        }
        for file in files {
            body.writeString("--XYZ\r\nContent-Disposition: form-data; name=\"\(field)\"; ")
            body.writeString("filename=\"\(file.name)\"\r\n\r\n")
            body.writeBytes(file.data)
            body.writeString("\r\n")
        }
        body.writeString("--XYZ--\r\n")
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=XYZ"
        return try await client.execute(uri: uri, method: .post, headers: headers, body: body)
    }

    /// Adds an item. Returns its address.
    @discardableResult
    func add(
        _ name: String, _ fields: [(name: String, value: String)] = []
    ) async throws -> String {
        let response = try await post("/items", [("itemName", name)] + fields)
        #expect(response.status == .seeOther)
        return try #require(response.headers[.location])
    }

    /// A record or a list.
    func json(_ uri: String, headers: HTTPFields = [:]) async throws -> [String: Any] {
        let response = try await get(uri, headers: headers)
        #expect(response.status == .ok)
        return try response.json
    }

    /// The names of the items of a list, in its order.
    func names(_ uri: String = "/items.json") async throws -> [String] {
        let records = try #require(try await json(uri)["records"] as? [[String: Any]])
        return records.compactMap { $0["itemName"] as? String }
    }
}

extension TestResponse {
    /// The body as JSON.
    var json: [String: Any] {
        get throws {
            let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
            return try #require(value as? [String: Any])
        }
    }

    /// The messages of a problem document, by field.
    var faults: [String: String] {
        get throws {
            let faults = try json["faults"] as? [[String: Any]] ?? []
            return Dictionary(
                faults.map { ($0["field"] as? String ?? "", $0["message"] as? String ?? "") },
                uniquingKeysWith: { $0 + "; " + $1 })
        }
    }
}

extension TestSite {
    /// Runs a test of the inventory on a separate site.
    static func inventory<Value>(
        _ body: @Sendable (InventoryClient) async throws -> Value
    ) async throws -> Value {
        try await TestSite().test { try await body(InventoryClient(client: $0)) }
    }
}

/// Pictures for tests.
enum TestPicture {
    static func data(
        _ format: PictureFormat = .jpeg, seed: Int = 1, width: Int = 640, height: Int = 480
    ) throws -> Data {
        try DrawnPicture(subject: .sofa, seed: seed, width: width, height: height)
            .encoded(as: format)
    }
}
