import Foundation
import Testing

@testable import Domain

struct CSVParserTests {
    private func records(
        _ text: String, _ separator: CSVSeparator = .comma, limits: ImportLimits = ImportLimits()
    ) throws -> [CSVRecord] {
        let source = try ByteSource(Data(text.utf8))
        var parser = try CSVParser(
            ByteReader(CSVText(source)), separator: separator, limits: limits)
        var records: [CSVRecord] = []
        while let record = try parser.next() { records.append(record) }
        return records
    }

    @Test(
        "Quoted cells may contain separators, line breaks and quotes",
        arguments: ["\r\n", "\n", "\r"])
    func quotes(end: String) throws {
        let text = "a,\"b,\(end)\"\"c\"\"\",\(end)\"\",d\"e,f\(end)"

        let found = try records(text)

        #expect(found.map(\.cells) == [["a", "b,\(end)\"c\"", ""], ["", "d\"e", "f"]])
        #expect(found.map(\.line) == [1, 3])
    }

    @Test(
        "A long text is read in chunks as a short one is, in every encoding",
        arguments: [0, 1, 2, 3])
    func pieces(shift: Int) throws {
        let line = "Täßchen €,\"a\r\nb\"\"\",1\r\n"
        let text = String(repeating: "x", count: shift) + String(repeating: line, count: 12_000)

        for encoding in [String.Encoding.utf8, .windowsCP1252, .utf16] {
            let source = try ByteSource(#require(text.data(using: encoding)))
            let csv = try CSVText(source, as: encoding == .windowsCP1252 ? .windows1252 : nil)
            var parser = CSVParser(ByteReader(csv), separator: .comma, limits: ImportLimits())
            var (count, last) = (0, CSVRecord(line: 0, cells: []))
            while let record = try parser.next() {
                count += 1
                if count > 1 { #expect(record.cells == ["Täßchen €", "a\r\nb\"", "1"]) }
                last = record
            }
            #expect(count == 12_000 && last.line == 23_999)
            #expect(parser.fraction == 1)
        }
    }

    @Test(
        "A quoted or unquoted cell of a megabyte is refused where it becomes too long")
    func endless() {
        let text = String(repeating: "x", count: 1_000_000)

        #expect(throws: CSVFault.longCell(line: 2, limit: 32_767)) { try records("a\n\(text)") }
        #expect(throws: CSVFault.longCell(line: 2, limit: 32_767)) { try records("a\n\"\(text)") }
    }

    @Test("Blank lines are skipped and counted")
    func blankLines() throws {
        let found = try records("a;b\n\n;;\n  ;\nc;d", .semicolon)

        #expect(found.map(\.line) == [1, 5])
        #expect(found.map(\.cells) == [["a", "b"], ["c", "d"]])
    }

    @Test("A trailing separator is followed by an empty cell")
    func separatorAtEnd() throws {
        #expect(try records("a\tb\t", .tab).map(\.cells) == [["a", "b", ""]])
        #expect(try records("a,b,\n").map(\.cells) == [["a", "b", ""]])
    }

    @Test("An unclosed quote is reported with the line where it opens")
    func openQuote() {
        #expect(throws: CSVFault.openQuote(line: 2)) { try records("a\n\"b\n\n\nc") }
    }

    @Test("Text after a closing quote is a fault, and spaces are not")
    func textAfterQuote() throws {
        #expect(throws: CSVFault.textAfterQuote(line: 2)) { try records("a\n\"b\"c") }
        #expect(try records("\"a\" ,\"b\"  \n").map(\.cells) == [["a", "b"]])
    }

    @Test("Cells and lines over the limits are faults")
    func limits() {
        var limits = ImportLimits()
        limits.cellBytes = 3
        limits.columns = 2

        #expect(throws: CSVFault.longCell(line: 1, limit: 3)) {
            try records("abcd", limits: limits)
        }
        #expect(throws: CSVFault.longCell(line: 2, limit: 3)) {
            try records("a\n\"abcd\"", limits: limits)
        }
        #expect(throws: CSVFault.manyCells(line: 1, limit: 2)) {
            try records("a,b,c", limits: limits)
        }
        limits.cellBytes = 10
        limits.columns = 200
        let cell = String(repeating: "x", count: 10)
        let line = Array(repeating: cell, count: 100).joined(separator: ",")
        #expect(throws: CSVFault.longLine(line: 2, limit: 1_000)) {
            try records("a\n\(line),x", limits: limits)
        }
    }

    @Test("Random bytes are read or refused, and never crash the parser")
    func hostile() {
        var numbers = SeededNumbers(state: 7)
        let alphabet = Array("\",;\t\r\n'=a1é".utf8)
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...40, using: &numbers)
            let bytes = (0..<count).map { _ in
                Bool.random(using: &numbers)
                    ? alphabet[Int.random(in: alphabet.indices, using: &numbers)]
                    : UInt8.random(in: 0...255, using: &numbers)
            }
            _ = try? ImportFile(Data(Array("name,price\n".utf8) + bytes), named: "x")
            _ = try? ImportFile(Data(bytes), named: "x", kind: .lines)
        }
    }
}
