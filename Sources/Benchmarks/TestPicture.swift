import Drawing
import Foundation
import Imaging

/// A drawn photo, and the form that uploads it.
struct TestPicture: Sendable {
    let jpeg: Data

    /// Draws a picture of a number of megapixels, 4:3, with the grain of a photo.
    init(megapixels: Int) throws {
        let side = Int((Double(megapixels) * 1_000_000 / 12).squareRoot().rounded())
        jpeg = try DrawnPicture(subject: .sofa, width: 4 * side, height: 3 * side)
            .encoded(as: .jpeg)
    }

    /// Adds an item with the picture, then reads its thumbnail.
    func upload(to port: Int) throws {
        let connection = try HTTPConnection(port: port)
        let created = try connection.exchange(form(port: port))
        guard created.status == 201, let path = Self.thumbnail(in: created.text) else {
            throw BenchmarkFailure("The upload: \(created.head)\(created.text)")
        }
        let thumbnail = try connection.exchange(HTTPConnection.get(path, port: port))
        guard thumbnail.status == 200, thumbnail.body.starts(with: [0x89, 0x50, 0x4e, 0x47]) else {
            throw BenchmarkFailure("The thumbnail: \(thumbnail.head)")
        }
    }

    private func form(port: Int) -> [UInt8] {
        let boundary = "homeowner-benchmark-boundary"
        let name = """
            --\(boundary)\r
            Content-Disposition: form-data; name="itemName"\r
            \r
            Sofa\r
            --\(boundary)\r
            Content-Disposition: form-data; name="image"; filename="sofa.jpg"\r
            Content-Type: image/jpeg\r
            \r

            """
        let end = "\r\n--\(boundary)--\r\n"
        let length = name.utf8.count + jpeg.count + end.utf8.count
        let head = """
            POST /items HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Accept: application/json\r
            Content-Type: multipart/form-data; boundary=\(boundary)\r
            Content-Length: \(length)\r
            \r

            """
        return Array(head.utf8) + Array(name.utf8) + Array(jpeg) + Array(end.utf8)
    }

    private static func thumbnail(in json: String) -> String? {
        guard
            let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        else { return nil }
        return object["thumbnail"] as? String
    }
}
