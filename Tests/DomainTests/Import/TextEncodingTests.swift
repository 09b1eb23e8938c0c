import Foundation
import Testing

@testable import Domain

@Suite("The encoding of a table")
struct TextEncodingTests {
    private static let head = "Name;Location;Notes\r\n"

    /// Rows of a table in UTF-8, each with three non-ASCII letters.
    private static func rows(_ count: Int) -> Data {
        Data((1...count).map { "Möbel \($0);Küche;schön\r\n" }.joined().utf8)
    }

    private func fault(_ data: Data, as encoding: CSVEncoding? = nil) -> CSVFault? {
        do {
            _ = try ImportFile(data, named: "x.csv", kind: .items, encoding: encoding)
            return nil
        } catch {
            return error as? CSVFault
        }
    }

    /// The fault of a table as UTF-8, with the question about its encoding.
    private func askedFault(_ data: Data) -> CSVFault? {
        guard case .unknownEncoding(let samples, let found)? = fault(data),
            samples.first?.encoding == .windows1252,
            !samples.contains(where: { $0.encoding == .utf8 })
        else { return nil }
        return found
    }

    private func names(_ data: Data, as encoding: CSVEncoding? = nil) throws -> [String?] {
        try ImportFile(data, named: "x.csv", kind: .items, encoding: encoding).rows.all().map {
            $0.cells[.itemName]
        }
    }

    @Test("A row in Windows-1252 among many in UTF-8 is refused at its line")
    func mixed() throws {
        let windows = try #require("Möbel;Küche;schön\r\n".data(using: .windowsCP1252))
        let table = Data(Self.head.utf8) + Self.rows(200) + windows + Self.rows(3)

        #expect(askedFault(table) == .malformed(.utf8, TextPosition(line: 202, character: 2)))
        let text = fault(table)?.description ?? ""
        #expect(text.hasPrefix("Line 202, character 2: this text is not UTF-8"))
        #expect(text.hasSuffix("If it has another encoding, name it."))
    }

    @Test("A byte order mark decides, against any choice and whatever the characters")
    func mark() throws {
        let mark = Data([0xEF, 0xBB, 0xBF])
        let broken =
            mark + Data("Name,Notes\r\nSofa,grün\r\nLamp,".utf8) + Data([0xFF, 0x0D, 0x0A])
        let ascii = mark + Data("Name,Notes\r\nLamp,".utf8) + Data([0xE4, 0xF6, 0xFC, 0x0A])

        for encoding in [nil, CSVEncoding.windows1252] {
            #expect(
                fault(broken, as: encoding)
                    == .malformed(.utf8, TextPosition(line: 3, character: 6)))
            #expect(
                fault(ascii, as: encoding) == .malformed(.utf8, TextPosition(line: 2, character: 6))
            )
        }
        let whole = mark + Data("Name,Notes\r\nMöbel,\r\n".utf8)
        #expect(try names(whole, as: .macRoman) == ["Möbel"])
    }

    @Test("A file truncated within a character is refused at its end")
    func cutOff() {
        for (text, cut, place) in [
            ("Name\nMöbel\nKü", 1, TextPosition(line: 3, character: 2)),
            ("Name\nPreis in €", 1, TextPosition(line: 2, character: 10)),
            ("Name\nMöbel\nPreis in €", 2, TextPosition(line: 3, character: 10)),
            ("Name\r\rSofa 😀", 1, TextPosition(line: 3, character: 6)),
        ] {
            let data = Data(text.utf8.dropLast(cut))
            #expect(askedFault(data) == .cutOff(place), "\(text)")
            #expect(fault(data)?.description.contains("cut off") == true)
            #expect(fault(data, as: .utf8) == .cutOff(place), "\(text)")
        }
    }

    @Test("CESU-8 is refused at its first surrogate")
    func surrogates() {
        let emoji = Data([0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80])
        let alone = Data("Name\nSofa ".utf8) + emoji + Data("\n".utf8)
        let half = Data("Name\nMöbel\nSofa ".utf8) + emoji.prefix(3) + Data("\n".utf8)

        #expect(askedFault(alone) == .malformed(.utf8, TextPosition(line: 2, character: 6)))
        // Three invalid bytes and one character: UTF-8 is unlikely.
        guard case .unknownEncoding(_, nil) = fault(half) else {
            Issue.record("It was not asked for.")
            return
        }
    }

    @Test(
        "Characters are decoded in chunks, wherever a chunk ends",
        arguments: [65_530, 65_534, 65_535, 65_536, 65_537])
    func pieces(length: Int) {
        let start = Data("Name\n".utf8)
        let filling = Data(repeating: UInt8(ascii: "x"), count: 30_000) + Data("\n".utf8)
        let rest = length - start.count - 2 * filling.count
        let table = start + filling + filling + Data(repeating: UInt8(ascii: "y"), count: rest)

        #expect(fault(table + Data("€\nö\n".utf8)) == nil)
        #expect(
            askedFault(table + Data("€\n".utf8) + Data([0xF6]) + Data("\nä€".utf8))
                == .malformed(.utf8, TextPosition(line: 5, character: 1)))
        #expect(
            askedFault(table + Data("€".utf8.dropLast()))
                == .cutOff(TextPosition(line: 4, character: rest + 1)))
    }

    @Test("The encoding of other files is asked for, with a sample in each that is possible")
    func asked() throws {
        let table = try #require(
            "Name;Notes\r\nStuhl;alt\r\nMöbel;für die Küche\r\n".data(using: .windowsCP1252))

        guard case .unknownEncoding(let samples, _)? = fault(table) else {
            Issue.record("It was not asked for.")
            return
        }

        let texts = Dictionary(uniqueKeysWithValues: samples.map { ($0.encoding, $0.text) })
        #expect(samples.first?.encoding == .windows1252)
        #expect(texts[.windows1252] == "Möbel · für die Küche")
        #expect(texts[.windows1250] == "Möbel · für die Küche")
        #expect(texts[.windows1251] == "Mцbel · fьr die Kьche")
        #expect(texts[.macRoman] == "Mˆbel · f¸r die K¸che")
        // These bytes are invalid in it.
        #expect(texts[.eucJP] == nil && texts[.utf8] == nil && texts[.utf16LittleEndian] == nil)
    }

    @Test("A short table in Shift-JIS that is partly valid UTF-8 is asked for too")
    func partlyUTF8() throws {
        // Half-width kana such as ﾃｱ are valid UTF-8; the last letter is not.
        let name: [UInt8] = [0xC3, 0xB1, 0xC4, 0xB2, 0x89, 0xC6]
        let table = Data("Name\n".utf8) + Data(name) + Data("\n".utf8)

        guard case .unknownEncoding(let samples, let found)? = fault(table) else {
            Issue.record("It was not asked for.")
            return
        }

        #expect(found == .malformed(.utf8, TextPosition(line: 2, character: 3)))
        #expect(samples.first { $0.encoding == .shiftJIS }?.text == "ﾃｱﾄｲ家")
        #expect(try names(table, as: .shiftJIS).count == 1)
    }

    @Test("A sample shows no card numbers")
    func cardNumber() throws {
        let table = try #require(
            "Name;Notes\nMöbel;für 4111 1111 1111 1111\n".data(using: .isoLatin1))

        guard case .unknownEncoding(let samples, _)? = fault(table) else {
            Issue.record("It was not asked for.")
            return
        }

        #expect(samples.allSatisfy { !$0.text.contains("4111") })
    }

    /// A text, and its bytes in an encoding.
    private static let texts: [(CSVEncoding, String, [UInt8])] = [
        (.windows1252, "Möbel €", [0x4D, 0xF6, 0x62, 0x65, 0x6C, 0x20, 0x80]),
        (.windows1250, "Łódź", [0xA3, 0xF3, 0x64, 0x9F]),
        (.windows1251, "Мебель", [0xCC, 0xE5, 0xE1, 0xE5, 0xEB, 0xFC]),
        (.windows1253, "Ελλάς", [0xC5, 0xEB, 0xEB, 0xDC, 0xF2]),
        (.windows1254, "İş", [0xDD, 0xFE]), (.windows1255, "שלום", [0xF9, 0xEC, 0xE5, 0xED]),
        (.windows1256, "سلام", [0xD3, 0xE1, 0xC7, 0xE3]),
        (.windows1257, "Ąžuolas", [0xC0, 0xFE] + Array("uolas".utf8)),
        (.macRoman, "Möbel", [0x4D, 0x9A, 0x62, 0x65, 0x6C]),
        (.macCentralEurope, "Łódź", [0xFC, 0x97, 0x64, 0x90]),
        (.iso2, "Łódź", [0xA3, 0xF3, 0x64, 0xBC]), (.iso15, "10 €", [0x31, 0x30, 0x20, 0xA4]),
        (.dos850, "Möbel", [0x4D, 0x94, 0x62, 0x65, 0x6C]),
        (.dos852, "Łódź", [0x9D, 0xA2, 0x64, 0xAB]),
        (.dos866, "Дом", [0x84, 0xAE, 0xAC]), (.koi8R, "Дом", [0xE4, 0xCF, 0xCD]),
        (.shiftJIS, "家具①", [0x89, 0xC6, 0x8B, 0xEF, 0x87, 0x40]),
        (.eucJP, "家具", [0xB2, 0xC8, 0xB6, 0xF1]), (.gb18030, "家具", [0xBC, 0xD2, 0xBE, 0xDF]),
        (.big5, "家具", [0xAE, 0x61, 0xA8, 0xE3]), (.eucKR, "가구", [0xB0, 0xA1, 0xB1, 0xB8]),
    ]

    @Test("A table is read in the chosen encoding", arguments: texts)
    func said(encoding: CSVEncoding, text: String, bytes: [UInt8]) throws {
        let table = Data("Name\n".utf8) + Data(bytes) + Data("\n".utf8)

        #expect(try names(table, as: encoding) == [text])
        #expect(
            try ImportFile(table, named: "x", kind: .items, encoding: encoding).encoding == encoding
        )
        guard case .unknownEncoding(let samples, _)? = fault(table) else {
            Issue.record("It was not asked for.")
            return
        }
        #expect(samples.first { $0.encoding == encoding }?.text == text)
    }

    @Test("Bytes that are invalid in the chosen encoding are refused where they are")
    func wrong() {
        let table = Data("Name\nSofa\nab".utf8) + Data([0x81]) + Data("\n".utf8)

        #expect(
            fault(table, as: .windows1252)
                == .malformed(.windows1252, TextPosition(line: 3, character: 3)))
        #expect(fault(table, as: .utf8) == .malformed(.utf8, TextPosition(line: 3, character: 3)))
        #expect(
            fault(table.dropLast(), as: .shiftJIS) == .cutOff(TextPosition(line: 3, character: 3)))
    }

    @Test("UTF-16 without a byte order mark is asked for, and read as chosen")
    func wide() throws {
        for (encoding, name) in [
            (String.Encoding.utf16LittleEndian, CSVEncoding.utf16LittleEndian),
            (.utf16BigEndian, .utf16BigEndian),
        ] {
            let table = try #require("Name;Notes\nMöbel;für die Küche\n".data(using: encoding))

            guard case .unknownEncoding(let samples, _)? = fault(table) else {
                Issue.record("It was not asked for.")
                continue
            }
            #expect(samples.first { $0.encoding == name }?.text == "Möbel · für die Küche")
            #expect(try names(table, as: name) == ["Möbel"])
        }
    }

    @Test("JSON is read in the chosen encoding too")
    func json() throws {
        let table = try #require(#"[{"itemName":"Möbel"}]"#.data(using: .windowsCP1252))

        guard case .unknownEncoding? = fault(table) else {
            Issue.record("It was not asked for.")
            return
        }
        let file = try ImportFile(table, named: "x.json", encoding: .windows1252)

        #expect(try file.rows.row(at: 0).cells[.itemName] == "Möbel")
        #expect(file.encoding == .windows1252)
    }

    @Test("Encodings are found by their common names")
    func namesOfEncodings() {
        for (name, encoding) in [
            ("windows-1252", CSVEncoding.windows1252), ("CP1252", .windows1252),
            ("latin1", .windows1252), ("ISO-8859-1", .windows1252), ("shift_jis", .shiftJIS),
            ("Mac Roman", .macRoman), ("macintosh", .macRoman), ("utf8", .utf8), ("GBK", .gb18030),
        ] {
            #expect(CSVEncoding(named: name) == encoding, "\(name)")
        }
        #expect(CSVEncoding(named: "1252") == nil && CSVEncoding(named: "") == nil)
        for encoding in CSVEncoding.allCases {
            #expect(CSVEncoding(named: encoding.rawValue) == encoding)
        }
    }
}
