import Foundation
import Testing

@testable import Domain

@Suite("JSON values of unexpected types")
struct JSONTableTests {
    private func faults(_ text: String, _ kind: ImportKind? = nil) throws -> [Int: [RowFault]] {
        let file = try ImportFile(Data(text.utf8), named: "x.jsonl", kind: kind)
        return Dictionary(uniqueKeysWithValues: try file.rows.all().map { ($0.line, $0.faults) })
    }

    @Test("A number keeps its decimal point beside texts with a comma")
    func numbers() throws {
        func stocks(_ values: String...) throws -> [String] {
            let rows = values.map { "{\"name\":\"Rope\",\"unit\":\"m\",\"stock\":\($0)}\n" }
            let file = try ImportFile(
                Data(rows.joined().utf8), named: "x.jsonl", kind: .products)
            return try file.rows.all().map { $0.text(.stock) ?? "" }
        }

        #expect(try stocks("1.125", "\"0,5\"") == ["1.125", "0,5"])
        #expect(try stocks("7", "\"0,5\"", "\"1.500\"") == ["7", "0,5", "1500"])
    }

    @Test("Objects, arrays and booleans in place of a number or text refuse their line")
    func refused() async throws {
        let text = """
            {"itemName":"Chair","valueInDollars":{"amount":5}}
            {"itemName":true}
            {"itemName":"Desk","notes":["a","b"]}
            {"itemName":"Bed","valueInDollars":5,"notes":"soft"}
            """

        let found = try faults(text)
        let plan = try await TestHousehold().plan(text)

        #expect(
            found[1] == [
                RowFault(.valueInDollars, "it is an object, where a text or a number belongs")
            ])
        #expect(found[2] == [RowFault(.itemName, "it is true, where a text or a number belongs")])
        #expect(found[3] == [RowFault(.notes, "it is a list, where a text or a number belongs")])
        #expect(found[4] == [])
        #expect(try plan.refusals.count == 3)
        #expect(!plan.isApplicable)
    }

    @Test(
        "They are refused in every column that does not take them",
        arguments: [
            (#"{"itemName":{"name":"Chair"}}"#, "itemName"),
            (#"{"itemName":"A","serialNumber":[1,2]}"#, "serialNumber"),
            (#"{"itemName":"A","purchaseDate":{"year":2020}}"#, "purchaseDate"),
            (#"{"itemName":"A","purchasePrice":false}"#, "purchasePrice"),
            (#"{"itemName":"A","assetType":["a"]}"#, "assetType"),
            (#"{"itemName":"A","assetType":{"id":1}}"#, "assetType"),
            (#"{"itemName":"A","location":{"label":{"en":"Hall"}}}"#, "location"),
            (#"{"itemName":"A","tags":["a",["b"]]}"#, "tags"),
            (#"{"itemName":"A","tags":[true]}"#, "tags"),
            (#"{"itemName":"A","fields":{"Colour":["red"]}}"#, "Colour"),
            (#"{"itemName":"A","care":[{"title":{"en":"Oil"}}]}"#, "care"),
            (#"{"itemName":"A","care":[{"title":"Oil","due":["x"]}]}"#, "care"),
            (#"{"itemName":"A","care":{"title":"Oil"}}"#, "care"),
            (#"{"itemName":"A","formerValues":[{"until":"x"}]}"#, "formerValues"),
            (
                #"{"itemName":"A","formerValues":[{"until":"2026-01-01","valueInDollars":5,"quantity":"two"}]}"#,
                "formerValues"
            ),
        ])
    func columns(text: String, column: String) throws {
        let found = try faults(text, .items)[1] ?? []

        #expect(found.map(\.column) == [column], "\(found)")
    }

    @Test("An object with a number that is too large is not called something else")
    func tooLarge() throws {
        let lines = #"{"itemName":"a","valueInDollars":1}\n{"itemName":"b","valueInDollars":1e999}"#

        #expect(throws: ImportFault.unreadableValue(line: 2)) {
            try ImportFile(
                Data(lines.replacing("\\n", with: "\n").utf8), named: "x.jsonl", kind: .items)
        }
        #expect(throws: ImportFault.noJSON(line: 1)) {
            try ImportFile(Data(#"{"itemName":"a","valueInDollars":}"#.utf8), named: "x.jsonl")
        }
    }

    @Test("Objects, arrays and booleans as exports write them are read")
    func understood() throws {
        let item = """
            {"itemName":"A","assetType":{"id":1,"label":"Seat"},"tags":[{"id":1,"label":"red"},"old"],\
            "location":{"id":2,"label":"Hall"},"fields":{"Tested":true,"Colour":"red"},\
            "care":[{"title":"Oil","done":[{"date":"2026-01-01"}]}],"photos":[{"id":1}],"version":3}
            """
        let file = try ImportFile(Data(item.utf8), named: "x.json", kind: .items)
        let row = try file.rows.row(at: 0)

        #expect(row.faults == [])
        #expect(row.cells[.assetType] == "Seat" && row.cells[.tags] == "red, old")
        #expect(row.cells[.location] == "Hall")
        #expect(try row.ownFields.map(\.text).sorted() == ["red", "yes"])
        #expect(try faults(#"{"name":"milk","isTicked":true}"#, .groceries)[1] == [])
        #expect(
            try faults(
                #"{"name":"Ann","numbers":[{"label":"work","number":"555 0199"},"555 0123"]}"#,
                .customers)[1]
                == [])
        #expect(
            try faults(
                #"{"name":"Ann","addresses":[{"street":"Low Street 2","city":["x"]}]}"#, .customers)[
                    1]?
                .map(\.column) == ["addresses"])
    }
}
