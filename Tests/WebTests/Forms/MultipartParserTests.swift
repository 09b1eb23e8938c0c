import NIOCore
import Testing

@testable import Web

struct MultipartParserTests {
    @Test(
        "Fields and files are the same wherever the body is split",
        arguments: [1, 2, 3, 7, 64, 4096])
    func everyChunkSize(size: Int) throws {
        let body = Self.body(
            Self.part("name=\"itemName\"", "Sofa"),
            Self.part("name=\"empty\"", ""),
            Self.part("name=\"image\"; filename=\"sofa.jpg\"", "\r\n--X\r\n\r\n--XY\0\u{7F}\r"))

        let parts = try Self.parse(body, chunkSize: size)

        #expect(parts.map(\.part.name) == ["itemName", "empty", "image"])
        #expect(parts.map(\.part.fileName) == [nil, nil, "sofa.jpg"])
        #expect(parts.map(\.content) == ["Sofa", "", "\r\n--X\r\n\r\n--XY\0\u{7F}\r"])
    }

    @Test("Text before the first delimiter and after the last is ignored", arguments: [1, 100])
    func preambleAndEpilogue(size: Int) throws {
        let body = "preamble\r\n" + Self.body(Self.part("name=\"a\"", "1")) + "epilogue --XYZ"

        let parts = try Self.parse(body, chunkSize: size)

        #expect(parts.map(\.content) == ["1"])
    }

    @Test("A delimiter may be followed by spaces")
    func padding() throws {
        let body = "--XYZ \t\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--XYZ--"

        #expect(try Self.parse(body, chunkSize: 1).map(\.content) == ["1"])
    }

    @Test("Longer text that begins like the delimiter is content", arguments: [1, 3, 100])
    func prefixOfDelimiter(size: Int) throws {
        let body = Self.body(Self.part("name=\"a\"", "x\r\n--XYZZY\r\ny"))

        #expect(try Self.parse(body, chunkSize: size).map(\.content) == ["x\r\n--XYZZY\r\ny"])
    }

    @Test(
        "Names are read as clients write them",
        arguments: [
            (#"name="a%22b"; filename="C:\photos\so\"fa.jpg""#, "a\"b", "so\"fa.jpg"),
            (#"name=a; filename=../../etc/passwd"#, "a", "passwd"),
            (#"NAME="é"; FileName="Sofá 1.jpg""#, "é", "Sofá 1.jpg"),
            (#"name="a;b"; filename="""#, "a;b", ""),
        ])
    func names(parameters: String, name: String, fileName: String) throws {
        let parts = try Self.parse(Self.body(Self.part(parameters, "1")), chunkSize: 100)

        #expect(parts.first?.part.name == name)
        #expect(parts.first?.part.fileName == fileName)
    }

    @Test(
        "A body that breaks the format is refused",
        arguments: [
            "", "--XYZ", "no delimiter at all", "--XYZ\r\n\r\n",
            "--XYZ\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\ncut off",
            "--XYZ\r\nContent-Type: text/plain\r\n\r\n1\r\n--XYZ--",
            "--XYZ\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n1\r\n--XYZ--",
            "--XYZ\r\nContent-Disposition: form-data\r\n\r\n1\r\n--XYZ--",
            "--XYZ\r\nno colon\r\n\r\n1\r\n--XYZ--",
            """
            --XYZ\r\nContent-Disposition: form-data; name="a"\r\n\
            Content-Transfer-Encoding: base64\r\n\r\n1\r\n--XYZ--
            """,
        ])
    func malformed(body: String) {
        #expect(throws: MultipartParser.Malformed.self) { try Self.parse(body, chunkSize: 5) }
    }

    @Test("A part without headers is refused with the reason", arguments: [1, 5, 1_000])
    func noHeaders(chunkSize: Int) {
        let error = #expect(throws: MultipartParser.Malformed.self) {
            try Self.parse("--XYZ\r\n\r\n1\r\n--XYZ--\r\n", chunkSize: chunkSize)
        }

        #expect(error?.description.contains("no headers") == true)
    }

    @Test("Unterminated headers are refused before they exhaust the memory")
    func endlessHeaders() throws {
        var parser = try #require(MultipartParser(boundary: "XYZ"))
        _ = try parser.parse(ByteBuffer(string: "--XYZ\r\n"))

        #expect(throws: MultipartParser.Malformed.self) {
            for _ in 0..<1_000 {
                _ = try parser.parse(ByteBuffer(string: String(repeating: "a", count: 100)))
            }
        }
    }

    @Test("Headers that are not UTF-8 are refused")
    func headersOfAnotherEncoding() throws {
        var parser = try #require(MultipartParser(boundary: "XYZ"))
        let head = Array("--XYZ\r\nContent-Disposition: form-data; name=\"".utf8)

        #expect(throws: MultipartParser.Malformed.self) {
            try parser.parse(ByteBuffer(bytes: head + [0xE9, 0x22, 13, 10, 13, 10]))
        }
    }

    @Test("A boundary has from 1 to 70 characters")
    func boundaries() {
        #expect(MultipartParser(boundary: "") == nil)
        #expect(MultipartParser(boundary: String(repeating: "x", count: 71)) == nil)
        #expect(MultipartParser(boundary: String(repeating: "x", count: 70)) != nil)
    }

    // MARK: - Bodies

    private static func part(_ parameters: String, _ content: String) -> String {
        "--XYZ\r\nContent-Disposition: form-data; \(parameters)\r\n\r\n\(content)\r\n"
    }

    private static func body(_ parts: String...) -> String { parts.joined() + "--XYZ--\r\n" }

    private static func parse(
        _ body: String, chunkSize: Int
    ) throws -> [(part: MultipartPart, content: String)] {
        var parser = try #require(MultipartParser(boundary: "XYZ"))
        var parts: [(part: MultipartPart, content: String)] = []
        var buffer = ByteBuffer(string: body)
        while let chunk = buffer.readSlice(length: min(chunkSize, buffer.readableBytes)),
            chunk.readableBytes > 0
        {
            for event in try parser.parse(chunk) {
                switch event {
                case .part(let part): parts.append((part, ""))
                case .content(let content):
                    parts[parts.count - 1].content += String(buffer: content)
                case .partEnd: break
                }
            }
        }
        try parser.finish()
        return parts
    }
}
