import Foundation
import NIOCore
import Testing

@testable import Web

struct DocumentTests {
    @Test("Cells are quoted where necessary, and records end with CRLF")
    func quoting() {
        var table = CSVDocument(columns: ["itemName", "valueInDollars"])
        table.append([.text("Chair, \"red\"\nold"), .int(12)])
        table.append([.text(nil), .plain(nil)])

        let expected = "itemName,valueInDollars\r\n\"Chair, \"\"red\"\"\nold\",12\r\n,\r\n"
        #expect(String(buffer: table.buffer) == expected)
    }

    @Test(
        "A cell that a spreadsheet would execute is made text",
        arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
    func defused(text: String) {
        var table = CSVDocument(columns: ["a"])
        table.append([.text(text)])

        #expect(String(buffer: table.buffer) == "a\r\n'\(text)\r\n")
    }

    @Test("A negative number stays a number")
    func negativeNumber() {
        var table = CSVDocument(columns: ["a"])
        table.append([.int(-5)])

        #expect(String(buffer: table.buffer) == "a\r\n-5\r\n")
    }

    @Test("JSON keeps the order of its members and escapes where necessary")
    func json() throws {
        let value = JSONValue.object([
            ("z", .string("\"\\\n\t\u{1}é\u{2028}😀")),
            ("a", .array([.int(1), .null, .bool(true)])),
            ("d", .double(1.5)), ("n", .double(.nan)), ("missing", .string(nil)),
        ])

        let text = String(buffer: value.buffer)

        #expect(
            text == """
                {"z":"\\"\\\\\\n\\t\\u0001é\\u2028😀","a":[1,null,true],"d":1.5,"n":null,\
                "missing":null}

                """)
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    }

    @Test(
        "An instant is written in UTC, with milliseconds if it has any",
        arguments: [
            (1_405_481_685.0, "2014-07-16T03:34:45Z"), (0, "1970-01-01T00:00:00Z"),
            (0.5, "1970-01-01T00:00:00.500Z"), (-1, "1969-12-31T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"), (Double.nan, "1970-01-01T00:00:00Z"),
            (Double.infinity, "9999-12-31T23:59:59Z"),
            (-Double.infinity, "0000-01-01T00:00:00Z"),
        ])
    func instants(seconds: Double, text: String) {
        #expect(ISO8601Text.utc(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test("Instants agree with Foundation's calendar over six centuries")
    func manyInstants() {
        let formatter = ISO8601DateFormatter()
        for day in stride(from: -110_000.0, to: 110_000, by: 37) {
            let date = Date(timeIntervalSince1970: day * 86_400 + 12_345)

            #expect(ISO8601Text.utc(date) == formatter.string(from: date))
        }
    }

    @Test(
        "Sizes are shown in a suitable unit, rounded up",
        arguments: [
            (0, "0 bytes"), (999, "999 bytes"), (1_000, "1 kB"), (1_001, "1.1 kB"),
            (25_000_000, "25 MB"), (25_000_001, "25.1 MB"), (31_400_000, "31.4 MB"),
        ])
    func sizes(bytes: Int, text: String) {
        #expect(ByteCount.text(bytes) == text)
    }

    @Test("A hash distinguishes contents that differ only in their end or length")
    func hashes() {
        let texts = ["", "a", "b", "aa", "\0", "\0\0", "12345678", "123456789", "123456780"]
        let hashes = texts.map { text in
            var hash = ContentHash()
            hash.add(text)
            return hash.text
        }

        #expect(Set(hashes).count == texts.count)
        #expect(hashes.allSatisfy { $0.count == 16 })
    }
}
