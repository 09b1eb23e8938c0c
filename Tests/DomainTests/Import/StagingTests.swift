import Foundation
import Testing

@testable import Domain

@Suite("Staged rows")
struct StagingTests {
    @Test("Rows are read as they were written, in any order", arguments: [3, 1_000])
    func rows(count: Int) throws {
        let columns: [ImportColumn] = [.itemName, .serialNumber]
        let rows = (0..<count).map { index in
            var row = ImportRow(line: index + 2, cells: [.itemName: "Sofa \u{1F}\u{0} \(index)"])
            if index > 0 { row.cells[.serialNumber] = "" }
            if index == 2 {
                row.leftOut = "It is empty."
                row.faults = [RowFault(.serialNumber, "is “odd”"), RowFault(nil, "has 2 cells")]
            }
            return row
        }
        var writer = try ImportRowsWriter(.items, columns: columns)
        for row in rows { try writer.append(row) }

        let written = try writer.finish()

        #expect(written.count == count)
        for index in [count - 1, 0, 2, 1, count / 2] {
            #expect(try written.row(at: index) == rows[index])
        }
        #expect(throws: ScratchTable.Gone.self) { try written.row(at: count) }
        #expect(try written.all() == rows)
    }

    @Test("Parts have whole groups of rows, those with containers first")
    func parts() throws {
        func parts(_ kind: ImportKind, _ table: String, _ size: Int) throws -> [[Int]] {
            let rows = try ImportFile(Data(table.utf8), named: "x.csv", kind: kind).rows
            var (parts, last): ([[Int]], Int?) = ([], nil)
            while let part = try rows.part(after: last, size) {
                parts.append(part.rows.map { $0.row.line - 2 })
                #expect(part.rows.map(\.index) == parts.last)
                last = part.group
            }
            return parts
        }
        let lines = "number,returnOf,product\n1,,a\n2,,a\n1,,b\n3,,a\n4,2,a\n,,c\n,,d\n4,,b\n5,,a\n"
        #expect(try parts(.lines, lines, 2) == [[0, 2], [1, 4, 7], [3, 5, 6], [8]])
        #expect(try parts(.lines, lines, .max) == [Array(0..<9)])
        let items = "itemName,container\nCup,Box\nPen,\nHat,Bag\nBag,\nBox,Bag\n"
        #expect(try parts(.items, items, 2) == [[3, 4], [0, 1], [2]])
    }

    @Test("The outcomes of rows are read as they were written")
    func outcomes() throws {
        let verdicts: [RowVerdict] = [
            .new, .unchanged, .changes([FieldChange(column: "a", former: "1\u{1E}", new: "")]),
            .refused([RowFault(nil, "has 2 cells"), RowFault(.price, "is needed")]),
        ]
        let outcomes = verdicts.enumerated().map { index, verdict in
            RowOutcome(
                line: index + 2, label: "Row “\(index)”", verdict: verdict,
                notes: index == 1 ? ["new", ""] : [])
        }
        func made(_ indexes: [Int]) throws -> ImportPlan {
            var writer = try PlanRows.Writer(reading: ["a", "price"])
            for index in indexes { try writer.append([(index, outcomes[index])]) }
            return writer.finish(warnings: [])
        }

        let plan = try made([0, 1, 2, 3])

        #expect(try plan.rows.all() == outcomes)
        let first = try plan.rows.places(with: nil, containing: "", from: 0, limit: 2)
        let last = try plan.rows.places(with: nil, containing: "row", from: 3, limit: 2)
        let new = try plan.rows.places(with: .new, containing: "", from: 0, limit: 2)
        #expect(first == ([3, 0], 4) && last == ([2], 4) && new.count == 1)
        #expect(plan.counts.refused == 1 && plan.counts.new == 1 && !plan.isApplicable)
        // Parts may be imported in another order.
        #expect(try made([3, 1, 0, 2]).digest == plan.digest)
        #expect(try made([0, 1, 2]).digest != plan.digest)
    }

    @Test("A truncated waiting file is treated as missing")
    func cutOff() throws {
        let test = try TestHousehold()
        let file = try ImportFile(Data("itemName,serialNumber\nSofa,1\nLamp,2\n".utf8), named: "x")
        let token = try test.household.imports.keep(file)
        let path = "\(test.directory.imports)/\(token).waiting"
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))

        #expect(try test.household.imports.file(for: token)?.rows.all() == file.rows.all())
        try whole.dropLast(5_000).write(to: URL(fileURLWithPath: path))

        #expect(try test.household.imports.file(for: token) == nil)
        try whole.prefix(10).write(to: URL(fileURLWithPath: path))
        #expect(try test.household.imports.file(for: token) == nil)
        #expect(try test.household.imports.waitingKind(token) == nil)
        // A file of an earlier version.
        try Data("{\"kind\":\"items\"}\n2\u{1F}Sofa\u{1E}".utf8).write(
            to: URL(fileURLWithPath: path))
        #expect(try test.household.imports.file(for: token) == nil)
        try test.household.imports.forget(token)
        #expect(!test.household.imports.isWaiting(token))
    }

    @Test("What a killed program left of a table is removed after a day")
    func leftovers() throws {
        let test = try TestHousehold()
        let parent = FileManager.default.temporaryDirectory.path
        let folders = ["rows-\(UUID())", "rows-\(UUID())", "kept-\(UUID())"].map {
            "\(parent)/homeowner-\($0)"
        }
        defer { for folder in folders { try? FileManager.default.removeItem(atPath: folder) } }
        for (folder, age) in zip(
            folders, [Imports.longestWait + 100, 0, Imports.longestWait + 100])
        {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false)
            try FileManager.default.setAttributes(
                [.modificationDate: Date() - age], ofItemAtPath: folder)
        }

        try test.household.forgetStale()

        let left = folders.map { FileManager.default.fileExists(atPath: $0) }
        #expect(left == [false, true, true])
    }

    @Test("Ranges of numbers contain their members only")
    func ranges() {
        let ranges = NumberRanges([9, 4, 5, 1, 2, 3, 7])

        #expect((0...10).filter { ranges.contains($0) } == [1, 2, 3, 4, 5, 7, 9])
        #expect(ranges.missing(in: 2..<12).text == "6, 8 and 10 to 11")
        #expect(ranges.missing(in: 3..<6).isEmpty)
    }

    @Test("Numbers become the same ranges in any order", arguments: 0..<20)
    func orders(seed: Int) throws {
        var generator = SeededNumbers(state: UInt64(seed))
        let numbers = (1...60).map { Int64($0) }.filter { $0 % 7 > 1 }
        var ranges = NumberRanges()
        for number in numbers.shuffled(using: &generator) + numbers.prefix(9) {
            ranges.insert(number)
        }
        let text = String(decoding: try JSONEncoder().encode(ranges), as: UTF8.self)

        #expect(Array(ranges.numbers) == numbers && ranges.count == numbers.count)
        #expect(text.hasPrefix("{\"ends\":[[2,6],[9,13],[16,20],"))
        #expect(try JSONDecoder().decode(NumberRanges.self, from: Data(text.utf8)) == ranges)
        for bad in ["[[3,1]]", "[[1,\(Int64.max)]]", "[[1]]"] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(NumberRanges.self, from: Data("{\"ends\":\(bad)}".utf8))
            }
        }
    }
}
