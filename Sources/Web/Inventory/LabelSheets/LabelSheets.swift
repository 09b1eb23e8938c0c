import Domain
import Persistence

/// The custom sheets of labels, in millimeters.
struct LabelSheets: Resource, InventoryPart {
    let inventory: Inventory

    let paths = ResourcePaths(.labelSheets)
    let place = ResourcePlace(section: .inventory, subsection: .items, topic: .labels)
    let consequences = ["What was printed on it stays readable."]
    let words = ResourceWords(
        LabelSheet.description, icon: "i-tag",
        emptyHeading: "Sheets of your own",
        emptyText:
            "The sheets of Avery and the rolls of DYMO and Brother are known. Another one is "
            + "described by its millimeters, and offered first from then on.")

    let list = ListDescription(
        example: "labelHeight < 20",
        orders: .byName(),
        columns: [
            ListColumn(label: "Sheet", kind: .name, sort: "name", isDefault: true),
            ListColumn(label: "Labels", kind: .detail),
        ], searched: [["name"]])
}

extension LabelSheets {
    typealias Record = LabelSheet

    /// The measures, then the number of labels.
    var members: [RecordMember<DescribedValues<LabelSheet>>] {
        LabelSheet.description.members(
            "name", "pageWidth", "pageHeight", "labelWidth", "labelHeight", "marginLeft",
            "marginTop", "gapAcross", "gapDown", "columns", "rows")
    }

    func cells(_ sheet: DescribedValues<LabelSheet>) -> [ListCell] {
        [ListCell(LabelFormat(sheet.record).measures)]
    }

    /// Labels outside the paper would not be printed.
    func check(
        _ sheet: LabelSheet, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {
        let format = LabelFormat(sheet)
        guard decoder.faults.isEmpty, !format.fits else { return }
        let (width, height) = (format.extent.width, format.extent.height)
        if width > format.pageWidth + 0.1 {
            decoder.fail(
                "columns", "Labels in a row",
                "they take \(LabelFormat.text(width)) mm, and the paper has "
                    + "\(LabelFormat.text(format.pageWidth))")
        }
        if height > format.pageHeight + 0.1 {
            decoder.fail(
                "rows", "Rows of labels",
                "they take \(LabelFormat.text(height)) mm, and the paper has "
                    + "\(LabelFormat.text(format.pageHeight))")
        }
    }

    func show(
        _ record: LabelSheet, notices: [Notice], in context: ManagedObjectContext
    ) throws -> RecordShowPage {
        let sheet = try values(record, in: context)
        let format = LabelFormat(record)
        func pair(_ first: Double, _ second: Double) -> String {
            "\(LabelFormat.text(first)) × \(LabelFormat.text(second)) mm"
        }
        let labels = links(SitePath.labels.query([("sheet", format.key)]))
        return try showPage(
            record, sheet, notices: notices, summary: format.measures,
            actions: [RecordAction("Labels on it", at: labels, .primary)],
            facts: [
                RecordFact("Paper", pair(format.pageWidth, format.pageHeight)),
                RecordFact("Label", pair(format.labelWidth, format.labelHeight)),
                RecordFact(
                    "Labels", "\(format.columns) × \(format.rows)"),
                RecordFact("Free at the left, top", pair(format.marginLeft, format.marginTop)),
                RecordFact("Between labels", pair(format.gapAcross, format.gapDown)),
            ])
    }
}
