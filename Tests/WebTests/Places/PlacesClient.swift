import Drawing
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Imaging
import NIOCore
import Synchronization
import Testing

@testable import Web

/// Sends requests to the section of places as a script does, with a folder of photos.
struct PlacesClient: Sendable {
    let inventory: InventoryClient
    let folder: String
    let clock: TestClock

    func get(_ uri: String, headers: HTTPFields = [:]) async throws -> TestResponse {
        try await inventory.get(uri, headers: headers)
    }

    @discardableResult
    func post(_ uri: String, headers: HTTPFields = [:]) async throws -> TestResponse {
        try await inventory.post(uri, headers: headers)
    }

    /// The records of a list.
    func records(_ uri: String) async throws -> [[String: Any]] {
        try #require(try await inventory.json(uri)["records"] as? [[String: Any]])
    }

    /// The titles of the photos of a list, in order.
    func titles(_ uri: String) async throws -> [String] {
        try await records(uri).compactMap { $0["title"] as? String }
    }

    /// The names of the places of a list, in order.
    func names(_ uri: String) async throws -> [String] {
        try await records(uri).compactMap { $0["name"] as? String }
    }

    /// The number of a place, once it has that many photos.
    func place(_ name: String, photos count: Int) async throws -> Int {
        let end = ContinuousClock.now + .seconds(600)
        while ContinuousClock.now < end {
            for place in try await records("/places.json?perPage=200")
            where place["name"] as? String == name && place["photos"] as? Int == count {
                return try #require(place["id"] as? Int)
            }
            try await Task.sleep(for: .milliseconds(30))
        }
        throw NotThere()
    }

    /// The number of a photo of a place.
    func photo(_ title: String, in place: Int) async throws -> Int {
        try Self.number(
            of: title, in: await inventory.json("/places/\(place).json?perPage=200"))
    }

    /// The number of the photo with a title in a list.
    static func number(of title: String, in list: [String: Any]) throws -> Int {
        let photos = try #require(list["records"] as? [[String: Any]])
        return try #require(photos.first { $0["title"] as? String == title }?["id"] as? Int)
    }

    /// Posts files, as `curl -F` does.
    func upload(
        _ uri: String, _ files: [(name: String, bytes: Data)], headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var body = ByteBuffer()
        for file in files {
            body.writeString("--XYZ\r\nContent-Disposition: form-data; name=\"photo\"; ")
            body.writeString("filename=\"\(file.name)\"\r\n\r\n")
            body.writeBytes(file.bytes)
            body.writeString("\r\n")
        }
        body.writeString("--XYZ--\r\n")
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=XYZ"
        return try await inventory.client.execute(
            uri: uri, method: .post, headers: headers, body: body)
    }

    /// Waits for a value that appears in a moment.
    func until(_ isTrue: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(600)
        while ContinuousClock.now < end {
            if try await isTrue() { return }
            try await Task.sleep(for: .milliseconds(30))
        }
        throw NotThere()
    }

    struct NotThere: Error {}

    /// The metadata of the picture in a response.
    static func details(of response: TestResponse) async throws -> PictureDetails {
        let path = NSTemporaryDirectory() + "sent-\(UUID())"
        try Data(response.body.readableBytesView).write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        return try await ImageProcessor(limits: ImageLimits()).details(ofFileAt: path)
    }

    /// A small picture; one with a position has camera and location metadata.
    static func picture(seed: Int = 1, isLocated: Bool = false) throws -> Data {
        let exif = [
            "ifd0-Make": "Acme", "ifd0-Model": "One",
            "ifd2-DateTimeOriginal": "2014:07:16 03:34:45",
            "ifd3-GPSLatitude": "48/1 51/1 2964/100", "ifd3-GPSLatitudeRef": "N",
            "ifd3-GPSLongitude": "2/1 17/1 402/10", "ifd3-GPSLongitudeRef": "W",
        ]
        return try DrawnPicture(subject: .vase, seed: seed, width: 64, height: 48)
            .encoded(as: .jpeg, exif: isLocated ? exif : [:])
    }
}

extension TestSite {
    /// Runs a test on a site whose folder has these photos.
    static func places<Value>(
        _ files: [String], adjusting adjust: @Sendable (inout AppConfiguration) -> Void = { _ in },
        _ body: @Sendable (PlacesClient) async throws -> Value
    ) async throws -> Value {
        let clock = TestClock()
        let site = try TestSite { configuration in
            configuration.now = { clock.now }
            configuration.followsPhotos = true
            adjust(&configuration)
        }
        let folder =
            site.configuration.photosDirectory ?? site.configuration.dataDirectory + "/photos"
        for (number, file) in files.enumerated() {
            let url = URL(fileURLWithPath: "\(folder)/\(file)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            let content =
                file.hasSuffix(".txt")
                ? Data("words".utf8)
                : try PlacesClient.picture(seed: number, isLocated: file.contains("located"))
            try content.write(to: url)
        }
        return try await site.test {
            try await body(
                PlacesClient(
                    inventory: InventoryClient(client: $0), folder: folder, clock: clock))
        }
    }
}
