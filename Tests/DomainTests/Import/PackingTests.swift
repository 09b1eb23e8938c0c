import Foundation
import Testing

@testable import Domain

@Suite("Packed rows")
struct PackingTests {
    @Test(
        "Byte strings are packed and unpacked unchanged, in memory and in a file",
        arguments: [3, 40_000])
    func spilled(count: Int) throws {
        var writer = SpilledBytesWriter()
        for number in 0..<count {
            try writer.append(Array(repeating: UInt8(number % 251), count: number % 17))
        }

        let bytes = try writer.finish()

        #expect(bytes.count == count)
        for number in [0, 1, 2, count / 2, count - 1] {
            let expected = Array(repeating: UInt8(number % 251), count: number % 17)
            #expect(try bytes.bytes(at: number) == expected)
        }
    }

    @Test("The outcome of a row is packed and unpacked unchanged")
    func outcomes() throws {
        let verdicts: [RowVerdict] = [
            .new, .unchanged, .changes([FieldChange(column: "a", former: "1", new: "")]),
            .refused([RowFault(nil, "has 2 cells"), RowFault(.price, "is needed")]),
        ]
        var writer = PlanRows.Writer(reading: [])
        let outcomes = verdicts.enumerated().map { index, verdict in
            RowOutcome(
                line: index + 2, label: "Row “\(index)”", verdict: verdict,
                notes: index == 1 ? ["new", ""] : [])
        }
        for outcome in outcomes { try writer.append(outcome) }

        let plan = try writer.finish(warnings: [])

        #expect(try plan.rows.all() == outcomes)
        #expect(plan.rows.firstPlaces(2) == [3, 0])
        #expect(plan.counts.refused == 1 && plan.counts.new == 1 && !plan.isApplicable)
    }

    @Test("Plans of an earlier version have the same digest")
    func digest() throws {
        var writer = PlanRows.Writer(reading: ["name", "price"])
        let change = FieldChange(column: "price", former: "1", new: "2")
        let rows: [(String, RowVerdict, notes: [String])] = [
            ("Mug", .new, ["new one"]), ("Jug", .changes([change]), []), ("Pan", .unchanged, []),
        ]
        for (index, row) in rows.enumerated() {
            try writer.append(
                RowOutcome(line: index + 2, label: row.0, verdict: row.1, notes: row.notes))
        }

        #expect(try writer.finish(warnings: []).digest == "dc60d74d006d6c75")
    }

    @Test("A separator in a text becomes a space")
    func separators() throws {
        let change = FieldChange(column: "a", former: "1\u{1E}", new: "\u{1F}")
        let outcome = RowOutcome(
            line: 2, label: "Row \u{1F}1", verdict: .changes([change]), notes: [])

        let unpacked = try RowOutcome(packed: outcome.packed)

        #expect(unpacked.label == "Row  1")
        #expect(unpacked.verdict == .changes([FieldChange(column: "a", former: "1 ", new: " ")]))
    }

    @Test("Waiting rows of an earlier version are read, and still written in its format")
    func waitingRows() throws {
        let columns: [ImportColumn] = [.itemName, .serialNumber]
        let texts = [
            "2\u{1F}\u{1F}\u{1F}Sofa\u{1F}\u{1D}", "3\u{1F}It is empty.\u{1F}\u{1F}\u{1F}S1",
        ]

        let rows = try texts.map { try ImportRow(packed: Array($0.utf8), columns) }

        #expect(rows[0].cells == [.itemName: "Sofa"] && rows[0].leftOut == nil)
        #expect(rows[1].cells == [.itemName: "", .serialNumber: "S1"])
        #expect(rows[1].leftOut == "It is empty." && rows.allSatisfy(\.faults.isEmpty))
        let packed = try rows.map { String(decoding: try $0.packed(columns), as: UTF8.self) }
        #expect(packed == texts)
    }

    @Test("A truncated waiting file is treated as missing")
    func cutOff() throws {
        let test = try TestHousehold()
        let file = try ImportFile(Data("itemName,serialNumber\nSofa,1\nLamp,2\n".utf8), named: "x")
        let token = try test.household.imports.keep(file)
        let path = "\(test.directory.imports)/\(token).waiting"
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))

        #expect(try test.household.imports.file(for: token)?.rows.all() == file.rows.all())
        try whole.dropLast(1).write(to: URL(fileURLWithPath: path))

        #expect(try test.household.imports.file(for: token) == nil)
        try whole.prefix(10).write(to: URL(fileURLWithPath: path))
        #expect(try test.household.imports.file(for: token) == nil)
        #expect(try test.household.imports.waitingKind(token) == nil)
        try test.household.imports.forget(token)
        #expect(!test.household.imports.isWaiting(token))
    }

    @Test("Ranges of numbers contain their members only")
    func ranges() {
        let ranges = NumberRanges([9, 4, 5, 1, 2, 3, 7])

        #expect((0...10).filter { ranges.contains($0) } == [1, 2, 3, 4, 5, 7, 9])
        #expect(ranges.missing(in: 2..<12).text == "6, 8 and 10 to 11")
        #expect(ranges.missing(in: 3..<6).isEmpty)
        #expect(ranges.overlaps(6..<8) && !ranges.overlaps(6..<7) && !ranges.overlaps(10..<99))
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
