import Foundation
import Testing

@testable import Domain

struct ImportFileTests {
    private static let text = "Name;E-Mail;Phone;Shoes\r\nZoë “Zo”;zoe@example.com;+49 30 1;x\r\n"

    @Test("The encoding is detected and reported")
    func encodings() throws {
        let text = Self.text
        let units = Array(text.utf16)
        let little = Data([0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        let big = Data([0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
        let files: [(Data, CSVEncoding)] = [
            (Data(text.utf8), .utf8), (Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8), .utf8),
            (little, .utf16LittleEndian), (big, .utf16BigEndian),
        ]
        for (data, encoding) in files {
            let file = try ImportFile(data, named: "k.csv")

            #expect(file.encoding == encoding)
            #expect(file.kind == .customers)
            #expect(file.separator == .semicolon)
            #expect(file.columns == [.name, .emailid, .contactno])
            #expect(file.ignoredColumns == ["Shoes"])
            #expect(try file.rows.all().map { $0.cells[.name] } == ["Zoë “Zo”"])
        }
    }

    @Test("A long table in UTF-16 is read in chunks, whichever characters they split")
    func longUTF16() throws {
        // A surrogate pair, and a name with an odd number of them.
        let text =
            "name,email\n" + (1...30_000).map { "😀 Zoë \($0),z\($0)@example.com\n" }.joined()
        for isLittle in [true, false] {
            let bytes = text.utf16.flatMap { unit in
                let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
                return isLittle ? [low, high] : [high, low]
            }
            let mark: [UInt8] = isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF]
            let file = try ImportFile(Data(mark + bytes), named: "x.csv")

            #expect(file.rows.count == 30_000)
            for row in [0, 12_345, 29_999] {
                #expect(try file.rows.row(at: row).cells[.name] == "😀 Zoë \(row + 1)")
            }
            #expect(throws: CSVFault.cutOff(TextPosition(line: 30_001, character: 31))) {
                try ImportFile(Data(mark + bytes.dropLast()), named: "x.csv")
            }
        }
    }

    @Test("The separator is detected from the header", arguments: CSVSeparator.allCases)
    func separators(separator: CSVSeparator) throws {
        let mark = separator.rawValue
        let text = "id\(mark)name\(mark)price\n1\(mark)Mug\(mark)\"1,50\"\n"

        let file = try ImportFile(Data(text.utf8), named: "p.csv")
        let announced = try ImportFile(Data("sep=\(mark)\r\n\(text)".utf8), named: "p.csv")

        #expect(file.separator == separator)
        #expect(try file.rows.row(at: 0).cells[.price] == "1,50")
        #expect(try announced.rows.row(at: 0).cells == file.rows.row(at: 0).cells)
        #expect(try announced.rows.row(at: 0).line == 3)
    }

    @Test("A file that is not a table is refused with the reason")
    func noTable() {
        func fault(_ data: Data, _ kind: ImportKind? = nil) -> String {
            do {
                _ = try ImportFile(data, named: "x", kind: kind)
                return ""
            } catch {
                return "\(error)"
            }
        }

        #expect(fault(Data()) == "The file is empty.")
        #expect(fault(Data("\n \n".utf8)) == "The file is empty.")
        #expect(fault(Data([0x50, 0x4B, 3, 4, 9])).contains("workbook"))
        #expect(fault(Data([0x28, 0xB5, 0x2F, 0xFD, 0])).contains("homeowner restore"))
        #expect(fault(Data([0x1F, 0x8B, 8, 0])).contains("homeowner restore"))
        #expect(fault(Data("a\0b".utf8)).contains("not a text file"))
        #expect(fault(Data([0xFF, 0xFE, 0x41])).contains("cut off"))
        #expect(fault(Data([0xFF, 0xFE, 0x00, 0xD8, 0x41, 0x00])).contains("UTF-16"))
        #expect(fault(Data("a,b\n1,2".utf8)).contains("“a” and “b”"))
        #expect(fault(Data("name,price\n".utf8)).contains("no row"))
        #expect(fault(Data("[]".utf8), .payments).contains("no row"))
        #expect(fault(Data(#"{"records":[]}"#.utf8)).contains("no row"))
        #expect(fault(Data("price\n1".utf8), .products).contains("“id” or “name”"))
        #expect(fault(Data("name,name,price\n1,1,1".utf8)).contains("“name” and “name” both mean"))
        #expect(
            fault(Data("itemName,Value ($),Worth\n1,1,1".utf8), .items)
                .hasPrefix("“Value ($)” and “Worth” both mean “valueInDollars”: choose"))
        #expect(fault(Data("name,email,CVV2\nA,b@c.de,123".utf8)).contains("security codes"))
        #expect(!fault(Data("4111 1111 1111 1111,x\n1,2".utf8)).contains("4111"))
    }

    @Test("A row with too few or too many cells is reported by its line")
    func ragged() async throws {
        let plan = try await TestHousehold().plan("name,price\nMug,1\nJug\nJar,1,2\n")

        #expect(
            try plan.refusals.map { $0.prefix { $0 != "," } } == [
                "3 it has 1 cell", "4 it has 3 cells",
            ])
        #expect(!plan.isApplicable)
    }

    @Test("An export of items with hundreds of custom fields is read")
    func manyFields() throws {
        let names = (1...300).map { "fields.Extra \($0)" }
        let cells = names.map { _ in "x" }.joined(separator: ",")
        let text = "itemName,\(names.joined(separator: ","))\nSofa,\(cells)\n"

        let file = try ImportFile(Data(text.utf8), named: "x.csv")

        #expect(try file.rows.row(at: 0).ownFields.count == 300)
    }

    @Test("A list with pictures is warned about, unless it names their files")
    func pictures() throws {
        let list = "itemName,thumbnail\nSofa,/items/1/thumbnail\n"
        let archive = "itemName,thumbnail,files\nSofa,/items/1/thumbnail,a.jpg\n"

        #expect(try ImportFile(Data(list.utf8), named: "x.csv").warnings?.count == 1)
        #expect(try ImportFile(Data(archive.utf8), named: "x.csv").warnings == nil)
    }

    @Test("More bytes than the limit are refused")
    func limits() {
        var limits = ImportLimits()
        limits.bytes = 5
        let text = Data("name,price\na,1\nb,1\nc,1".utf8)

        #expect(throws: CSVFault.largeFile(size: 22, limit: 5)) {
            try ImportFile(text, named: "x", limits: limits)
        }
    }

    @Test(
        "Defusing and restoring a text preserves it",
        arguments: [
            "=1", "+49 30", "-", "@x", "\tq", "\rq", "'=1", "''+", "'90s", "'0123", "''0123", "a'=",
            "", "'",
        ])
    func formulas(text: String) {
        let written = FormulaText.defused(text)

        #expect(FormulaText.restored(written) == text)
        #expect(!"=+-@\t\r".contains(written.first ?? "x"))
    }

    @Test("An apostrophe that preserves leading zeros is removed from a number")
    func apostrophe() throws {
        let text = "name,phone\n'90s Shop,'0176 123\n"

        let file = try ImportFile(Data(text.utf8), named: "x")

        #expect(try file.rows.row(at: 0).cells == [.name: "'90s Shop", .contactno: "0176 123"])
    }

    @Test("An instant needs a time zone, whose day it keeps; without one it is refused")
    func instants() throws {
        for text in [
            "2026-02-01T10:30:00Z", "2026-02-01 10:30 UTC", "Feb 1, 2026, 10:30:00 Z",
            "2026-02-01T11:30+01:00", "2026-02-01T05:00:00.000 -0530",
        ] {
            #expect(ImportDate(text)?.date == ImportDate("2026-02-01T10:30:00Z")?.date, "\(text)")
        }
        let early = try #require(ImportDate("2026-02-01T00:30:00+01:00"))
        #expect(early.day.description == "2026-02-01")
        #expect(ImportDate.text(early.date) == "2026-01-31T23:30:00Z")
        for text in ["2026-02-01 10:00", "2026-02-01 25:00Z", "2026-02-01T10:00:00+99:00", "x"] {
            #expect(ImportDate(text) == nil, "\(text)")
        }
        #expect(throws: CalendarDayFault.hasTime("2026-02-01 10:00")) {
            try ImportDate(parsing: "2026-02-01 10:00")
        }
        let instant = Date(timeIntervalSince1970: 1_795_219_199.9996)
        #expect(ImportDate(ImportDate.text(instant))?.isSame(as: instant) == true)
    }

    @Test("Columns take four bytes at most")
    func columns() {
        let columns = ImportColumn.allCases

        #expect(MemoryLayout<ImportColumn>.stride <= 4)
        #expect(Set(columns).count == columns.count)
        #expect(Set(columns.map(\.rawValue)).count == columns.count)
        #expect(columns.allSatisfy { ImportColumn(rawValue: $0.rawValue) == $0 })
    }
}
