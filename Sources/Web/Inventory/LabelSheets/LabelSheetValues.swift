import Domain
import Persistence

/// What a sheet of labels is, apart from any context.
struct LabelSheetValues: RecordValues {
    let recordNumber: Int64
    let format: LabelFormat
    let rowVersion: Int64

    init(_ sheet: LabelSheet) {
        recordNumber = sheet.objectID.recordNumber ?? 0
        format = LabelFormat(sheet)
        rowVersion = sheet.rowVersion
    }

    var title: String { format.name }

    /// The lengths under the names of their attributes.
    private var lengths: [(name: String, value: Double)] {
        [
            ("pageWidth", format.pageWidth), ("pageHeight", format.pageHeight),
            ("labelWidth", format.labelWidth), ("labelHeight", format.labelHeight),
            ("marginLeft", format.marginLeft), ("marginTop", format.marginTop),
            ("gapAcross", format.gapAcross), ("gapDown", format.gapDown),
        ]
    }

    /// The sheet for programs.
    var json: JSONValue {
        .object(
            [("id", .int(Int(recordNumber))), ("name", .string(title))]
                + lengths.map { ($0.name, .double($0.value)) }
                + [
                    ("columns", .int(format.columns)), ("rows", .int(format.rows)),
                    ("version", .int(Int(rowVersion))),
                ])
    }

    /// The columns of the list for spreadsheets.
    static let csvColumns = [
        "id", "name", "pageWidth", "pageHeight", "labelWidth", "labelHeight", "marginLeft",
        "marginTop", "gapAcross", "gapDown", "columns", "rows",
    ]

    /// The cells of the sheet, under these columns.
    var csvCells: [CSVDocument.Cell] {
        [.int(recordNumber), .text(title)]
            + lengths.map { .plain(LabelFormat.text($0.value)) }
            + [.int(format.columns), .int(format.rows)]
    }
}
