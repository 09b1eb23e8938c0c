import Foundation
import Testing

@testable import Domain

@Suite("Imports that follow from a description")
struct DescribedImportTests {
    private static let sheets = ImportKind(of: LabelSheet.self)
    private static let fields = ImportKind(of: ItemField.self)

    @Test("Columns, labels and matching are those of the fields")
    func kinds() {
        #expect(Self.sheets.rawValue == "label sheets")
        #expect(
            Self.sheets.columns.map(\.rawValue) == LabelSheet.description.fields.map(\.name))
        #expect(
            Self.sheets.columns.map { $0.label(in: Self.sheets) }
                == LabelSheet.description.fields.map(\.label))
        #expect(Self.sheets.identifyingColumns == [.name] && Self.sheets.entities == [.labelSheet])
        #expect(Self.fields.entities == [.itemField, .assetType])
        // Other kinds keep their labels of columns with the same name.
        #expect(ImportColumn.kind.label(in: .stock) == "Kind")
    }

    @Test("A header is recognized by a column that no other kind has")
    func recognition() {
        let kinds = ImportKind.all + [Self.sheets]

        #expect(kinds.kind(ofHeader: ["id", "name", "pageWidth"]) == Self.sheets)
        #expect(kinds.kind(ofHeader: ["name", "price", "id"]) == .products)
        #expect(ImportKind.all.kind(ofHeader: ["id", "name", "pageWidth"]) == nil)
    }

    @Test("Cells are read by the kinds of the fields, and all faults of a row are found")
    func cells() async throws {
        let test = try TestHousehold()
        let header =
            "name,pageWidth,pageHeight,labelWidth,labelHeight,columns,rows,marginLeft,marginTop,"
            + "gapAcross,gapDown\n"
        let plan = try await test.plan(
            header + "Roll,62,100.5,62,100.5,1,1,0,0,0,0\n" + ",5,297,70,x,0,8,0,0,0,0\n"
                + "A4,210,297,70,37,3,8,0,0,0,\n", Self.sheets)

        let rows = try plan.rows.all()
        #expect(rows[0].verdict == .new && rows[0].label == "Roll")
        guard case .refused(let faults) = rows[1].verdict else {
            Issue.record("\(rows[1])")
            return
        }
        #expect(faults.compactMap(\.column) == ["name", "pageWidth", "labelHeight", "columns"])
        #expect(faults[1].message == "5 is not from 10 to 1000")
        #expect(
            rows[2].verdict
                == .refused([
                    RowFault(columnNamed: "gapDown", "a value is missing for a new label sheet")
                ]))
    }

    @Test("Another record is found by its name, and added once if there is none")
    func references() async throws {
        let test = try TestHousehold()
        let plan = try await test.plan(
            "name,kind,assetType\nColor,text,Furniture\nLength,Number,Boats\nSails,number,boats\n"
                + "Age,old,Boats\n", Self.fields)

        let rows = try plan.rows.all()
        #expect(rows.map(\.notes) == [[], ["adds “Boats”"], [], []])
        #expect(rows.map(\.verdict.kind) == [.new, .new, .new, .refused])
    }

    @Test("The record of an import with an unknown kind is listed and undone")
    func unknownKind() async throws {
        let test = try TestHousehold()
        let record = try await test.importing("label\nBoats\n", .assetTypes)
        var text = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
        text = text.replacingOccurrences(of: "\"assetTypes\"", with: "\"boat types\"")
        let other = try JSONDecoder().decode(ImportRecord.self, from: Data(text.utf8))
        try test.household.keep(other)

        let listed = try test.household.importRecords()
        #expect(listed.map(\.kind.words) == ["boat types"])
        guard case .done = try await test.household.undoImport(record.id) else {
            Issue.record("It was not undone.")
            return
        }
    }
}
