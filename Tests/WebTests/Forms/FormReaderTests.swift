import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import Web

struct FormReaderTests {
    @Test("A URL-encoded form is read as curl -d and browsers send it")
    func urlEncoded() async throws {
        let form = try await Self.read(
            "itemName=Big+sofa%21&note=50% wool&a=1&a=2&empty=&alone",
            type: "application/x-www-form-urlencoded; charset=UTF-8")

        #expect(form["itemName"] == "Big sofa!")
        #expect(form["note"] == "50% wool")
        #expect(form.values("a") == ["1", "2"])
        #expect(form["a"] == "2")
        #expect(form["empty"] == "")
        #expect(form["alone"] == "")
        #expect(form["missing"] == nil)
    }

    @Test("Text is normalized to NFC, and line ends to line feeds")
    func normalized() async throws {
        let form = try await Self.read("a=e%CC%81%0D%0Ab%0Dc", type: Self.urlEncoded)

        let expected = Array("\u{E9}\nb\nc".unicodeScalars)
        #expect(form["a"].map { Array($0.unicodeScalars) } == expected)
    }

    @Test("A file is spooled, and deleted with the last reference to it")
    func file() async throws {
        let folder = try Folder()
        var form: FormData? = try await Self.read(
            Self.multipart(("image", "so/fa.jpg", "bytes"), ("itemName", nil, "Sofa")),
            type: Self.multipartType, folder: folder)

        let path = try #require(form?.file("image")?.path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "bytes")
        #expect(form?.file("image")?.fileName == "fa.jpg")
        #expect(form?.file("image")?.byteCount == 5)
        #expect(form?["itemName"] == "Sofa")

        form = nil
        #expect(folder.names.isEmpty)
    }

    @Test("Each file is reported as soon as it is complete, before the rest of the form")
    func filesAsTheyCome() async throws {
        let files = (1...3).map { "image-\($0)" }
        var pieces = files.map { name in
            "--x\r\nContent-Disposition: form-data; name=\"image\"; filename=\"\(name)\"\r\n\r\n"
                + "bytes\r\n"
        }
        pieces.append("--x--\r\n")
        // A file ends with the next delimiter, so the first chunk of each further part ends one.
        let rest = Mutex(pieces)
        let told = Mutex<[String]>([])
        let toldBefore = Mutex<[Int]>([])
        let body = AsyncStream<ByteBuffer>(unfolding: {
            toldBefore.withLock { $0.append(told.withLock { $0.count }) }
            let piece = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            return piece.map { ByteBuffer(string: $0) }
        })
        let folder = try Folder()
        var reader = FormReader(limits: ServerLimits(), folder: folder.path)
        reader.fileHasCome = { file in told.withLock { $0.append(file.fileName) } }

        let form = try await reader.read(
            Request(
                head: .init(
                    method: .post, scheme: "http", authority: "localhost", path: "/",
                    headerFields: [.contentType: "multipart/form-data; boundary=x"]),
                body: RequestBody(asyncSequence: body)))

        #expect(told.withLock { $0 } == files)
        #expect(form.files.map(\.fileName) == files)
        #expect(toldBefore.withLock { $0 } == [0, 0, 1, 2, 3])
    }

    @Test("The maximum number of fields can be raised for a form")
    func moreFields() async throws {
        let body = (1...12).map { "a\($0)=1" }.joined(separator: "&")
        await #expect(throws: SiteError.self) {
            try await Self.read(body, type: Self.urlEncoded)
        }
        let form = try await Self.read(body, type: Self.urlEncoded, mostFields: 12)
        #expect(form.fields.count == 12)
        await #expect(throws: SiteError.self) {
            try await Self.read(body, type: Self.urlEncoded, mostFields: 11)
        }
    }

    @Test("An empty file input is not a file")
    func noFile() async throws {
        let folder = try Folder()

        let form = try await Self.read(
            Self.multipart(("image", "", "")), type: Self.multipartType, folder: folder)

        #expect(form.file("image") == nil)
        #expect(folder.names.isEmpty)
    }

    @Test("An empty file with a name is a file, so that it can be refused with the reason")
    func emptyFile() async throws {
        let folder = try Folder()

        let form = try await Self.read(
            Self.multipart(("image", "a.jpg", "")), type: Self.multipartType, folder: folder)

        #expect(form.file("image")?.byteCount == 0)
    }

    @Test("A file over the limit is reported with both sizes, and not stored")
    func tooLarge() async throws {
        let folder = try Folder()

        let form = try await Self.read(
            Self.multipart(
                ("image", "a.jpg", String(repeating: "x", count: 1_501)),
                ("itemName", nil, "Sofa")),
            type: Self.multipartType, folder: folder)

        let file = try #require(form.oversizedFile("image"))
        #expect(file.error.status == .contentTooLarge)
        #expect(file.error.detail == "It is 1.6 kB; at most 1 kB are accepted.")
        #expect(form.file("image") == nil)
        #expect(form["itemName"] == "Sofa")
        #expect(folder.names.isEmpty)
    }

    @Test("A body over the limit of a whole form is not read to its end")
    func endless() async throws {
        let error = await #expect(throws: SiteError.self) {
            try await Self.read(
                Self.multipart(("image", "a.jpg", String(repeating: "x", count: 9_000))),
                type: Self.multipartType)
        }

        #expect(error?.status == .contentTooLarge)
        #expect(error?.detail == "It is more than 1 kB; at most 1 kB are accepted.")
    }

    @Test("A Content-Length over the limit is refused before the body is read")
    func declaredTooLarge() async throws {
        let error = await #expect(throws: SiteError.self) {
            try await Self.read("", type: Self.multipartType, length: 99_000_000)
        }

        #expect(error?.status == .contentTooLarge)
        #expect(error?.detail.contains("99 MB") == true)
    }

    @Test("Text over the limit is refused, in either encoding of the form")
    func textTooLarge() async throws {
        let text = String(repeating: "x", count: 2_001)
        let first = await #expect(throws: SiteError.self) {
            try await Self.read("a=\(text)", type: Self.urlEncoded)
        }
        let second = await #expect(throws: SiteError.self) {
            try await Self.read(Self.multipart(("a", nil, text)), type: Self.multipartType)
        }

        #expect(first?.status == .contentTooLarge)
        #expect(second?.status == .contentTooLarge)
    }

    @Test("More fields than the limit are refused, in either encoding of the form")
    func tooManyFields() async throws {
        let first = await #expect(throws: SiteError.self) {
            try await Self.read(
                Array(repeating: "a=1", count: 11).joined(separator: "&"), type: Self.urlEncoded)
        }
        let parts = Array(
            repeating: "--XYZ\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n", count: 11)
        let second = await #expect(throws: SiteError.self) {
            try await Self.read(parts.joined() + "--XYZ--", type: Self.multipartType)
        }

        #expect(first?.title == "The form has too many fields")
        #expect(second?.title == "The form has too many fields")
    }

    @Test(
        "Text that is not UTF-8, and NUL, make a malformed request",
        arguments: ["a=%FF", "a=%00", "%C3=1", "a=%ED%A0%80"])
    func notText(body: String) async throws {
        let error = await #expect(throws: SiteError.self) {
            try await Self.read(body, type: Self.urlEncoded)
        }

        #expect(error?.status == .badRequest)
    }

    @Test("Other content types are refused")
    func otherTypes() async throws {
        let json = await #expect(throws: SiteError.self) {
            try await Self.read("{}", type: "application/json")
        }
        let unnamed = await #expect(throws: SiteError.self) {
            try await Self.read("a=1", type: nil)
        }
        let unbounded = await #expect(throws: SiteError.self) {
            try await Self.read("a=1", type: "multipart/form-data")
        }

        #expect(json?.status == .unsupportedMediaType)
        #expect(unnamed?.status == .badRequest)
        #expect(unbounded?.status == .badRequest)
        #expect(try await Self.read("", type: nil).fields.isEmpty)
    }

    // MARK: - Requests

    private static let urlEncoded = "application/x-www-form-urlencoded"
    private static let multipartType = "multipart/form-data; boundary=\"XYZ\""

    private static func multipart(
        _ parts: (name: String, file: String?, content: String)...
    ) -> String {
        parts.map { part in
            let file = part.file.map { "; filename=\"\($0)\"" } ?? ""
            return "--XYZ\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n"
                + part.content + "\r\n"
        }.joined() + "--XYZ--\r\n"
    }

    private static func read(
        _ body: String, type: String?, length: Int? = nil, folder: Folder? = nil,
        mostFields: Int? = nil
    ) async throws -> FormData {
        var headers: HTTPFields = [:]
        headers[.contentType] = type
        headers[.contentLength] = length.map(String.init)
        let request = Request(
            head: .init(
                method: .post, scheme: "http", authority: "localhost", path: "/",
                headerFields: headers),
            body: RequestBody(buffer: ByteBuffer(string: body)))
        var limits = ServerLimits()
        limits.uploadBytes = 1_000
        limits.formBytes = 2_000
        limits.formFields = 10
        let folder = try folder ?? Folder()
        var reader = FormReader(limits: limits, folder: folder.path)
        reader.mostFields = mostFields
        return try await reader.read(request)
    }

    /// A folder that is deleted at the end of the test.
    private final class Folder: Sendable {
        let path = NSTemporaryDirectory() + "forms-" + UUID().uuidString

        init() throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }

        var names: [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        }
    }
}
