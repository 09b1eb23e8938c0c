import Foundation
import Testing

@testable import Domain

@Suite("Barcodes that a spreadsheet changed")
struct SpreadsheetCodeTests {
    private func cell(_ text: String, in column: String = "barcode") throws -> ImportRow {
        let quoted = "\"" + text.replacing("\"", with: "\"\"") + "\""
        let table = "name,price,\(column)\r\nMilk,1.10,\(quoted)\r\n"
        return try ImportFile(Data(table.utf8), named: "x.csv", kind: .products).rows.row(at: 0)
    }

    @Test(
        "Text that a spreadsheet adds to a barcode is removed",
        arguments: [
            ("=\"012345678905\"", "012345678905"), ("'036000291452", "036000291452"),
            ("711719814153.0", "711719814153"), ("711719814153.00", "711719814153"),
            ("711719814153,0", "711719814153"), ("'711719814153.0", "711719814153"),
            ("7.11719814153E+11", "711719814153"), ("7,11719814153e+11", "711719814153"),
            ("7.11719814153E11", "711719814153"), ("7.117198141530E+11", "711719814153"),
            ("711,719,814,153", "711719814153"), ("711,719,814,153.00", "711719814153"),
            ("711.719.814.153", "711719814153"), ("711.719.814.153,00", "711719814153"),
            ("711'719'814'153", "711719814153"), ("1001.0", "1001"),
            ("=\"711719814153.0\"", "711719814153"),
            ("012345678905", "012345678905"), ("ABC-1.0", "ABC-1.0"), ("'ABC", "'ABC"),
            ("12.50", "12.50"), ("=\"\"", ""), ("=\"a\"\"b\"", "a\"b"),
            // People write their own numbers like this.
            ("2.0", "2.0"), ("12.345", "12.345"), ("12.345.678", "12.345.678"),
            ("12,345", "12,345"), ("20240101.5", "20240101.5"), ("1.2.3", "1.2.3"),
        ])
    func taken(text: String, code: String) throws {
        for (column, name) in [(ImportColumn.barcode, "barcode"), (.sku, "sku")] {
            let row = try cell(text, in: name)

            #expect(row.faults.isEmpty)
            #expect(row.cells[column] == code)
        }
        #expect(ProductCode.read(text) == code && ProductCode.fault(of: text) == nil)
        #expect(ProductCode(text) == ProductCode(code))
        #expect(GTIN(text) == GTIN(code))
    }

    @Test("A barcode with decimal places is refused with the reason")
    func decimals() throws {
        for text in ["711719814153.5", "711719814153,25", "'711719814153.5"] {
            let row = try cell(text)

            #expect(row.faults.map(\.column) == ["barcode"], "\(text)")
            #expect(row.faults.first?.message.contains("decimal places") == true)
            #expect(ProductCode.fault(of: text) != nil)
        }
    }

    @Test("The formula is recognized without the quotes of CSV")
    func unquoted() throws {
        let table = "name,price,barcode\nBread,2.20,=\"012345678905\"\nJam,3.30,'036000291452\n"
        let file = try ImportFile(Data(table.utf8), named: "x.csv", kind: .products)

        #expect(
            try file.rows.all().map { $0.cells[.barcode] } == ["012345678905", "036000291452"])
    }

    @Test(
        "A code that a spreadsheet has rounded is refused with the reason",
        arguments: ["7.1172E+11", "7,1172E+11", "7E+11", "7.1172e+11", "'7.1172E+11"])
    func rounded(text: String) throws {
        for column in ["barcode", "sku"] {
            let row = try cell(text, in: column)

            #expect(row.faults.count == 1)
            #expect(row.faults.first?.column == column)
            #expect(row.faults.first?.message.contains("a spreadsheet has rounded it") == true)
        }
    }

    @Test("Other codes and texts with an E are accepted unchanged")
    func others() throws {
        for text in ["E+11", "7E11", "7E-11", "C+E+1", "1E+"] {
            #expect(try cell(text).faults.isEmpty, "\(text)")
        }
        let named = try ImportFile(
            Data("name,price\n7.1172E+11,1\n'1984,1\n=\"Tea\",1\n".utf8), named: "x.csv",
            kind: .products)
        #expect(
            try named.rows.all().map { $0.cells[.name] } == ["7.1172E+11", "'1984", "Tea"])
        #expect(try named.rows.all().allSatisfy { $0.faults.isEmpty })
    }

    @Test("A code that really begins with an apostrophe is exported and imported unchanged")
    func ownApostrophe() throws {
        for code in ["'0123", "''0123", "'x"] {
            #expect(try cell(FormulaText.defused(code)).cells[.barcode] == code)
        }
    }
}
