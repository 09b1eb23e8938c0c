import Domain
import Persistence

/// The sheets of labels of the household's own, in millimetres.
struct LabelSheets: Resource {
    let inventory: Inventory

    var site: Site { inventory.site }
    let paths = ResourcePaths(.labelSheets)
    let entities: Set<EntityName>? = [.labelSheet]
    let place = ResourcePlace(section: .inventory, subsection: .items, topic: .labels)
    let words = ResourceWords(
        one: "label sheet", many: "label sheets", icon: "i-tag",
        emptyHeading: "Labels that no list has",
        emptyText:
            "The sheets of Avery and the rolls of DYMO and Brother are known. Another one is "
            + "described by its millimetres, and offered first from then on.")

    let fields = [
        FieldDescription("name", "Name", .line(limit: 100), isRequired: true),
        FieldDescription("pageWidth", "Paper: width", .millimetres(10...1_000), isRequired: true),
        FieldDescription(
            "pageHeight", "Paper: height", .millimetres(10...1_000), isRequired: true,
            hint: "Of a roll, the label itself"),
        FieldDescription("labelWidth", "Label: width", .millimetres(5...1_000), isRequired: true),
        FieldDescription("labelHeight", "Label: height", .millimetres(5...1_000), isRequired: true),
        FieldDescription(
            "columns", "Labels beside each other", .integer(1...100), isRequired: true),
        FieldDescription("rows", "Labels below each other", .integer(1...100), isRequired: true),
        FieldDescription(
            "marginLeft", "Free at the left", .millimetres(0...1_000), isRequired: true,
            hint: "From the edge of the paper to the first label"),
        FieldDescription("marginTop", "Free at the top", .millimetres(0...1_000), isRequired: true),
        FieldDescription(
            "gapAcross", "Between labels beside each other", .millimetres(0...1_000),
            isRequired: true),
        FieldDescription(
            "gapDown", "Between labels below each other", .millimetres(0...1_000),
            isRequired: true),
    ]

    let list = ListDescription(
        parameters: ListParameters(sortKeys: ["name"], filters: []),
        example: "labelHeight < 20",
        orders: [
            ("Name", SortOrder("name")), ("Name, from Z", SortOrder("name", ascending: false)),
        ],
        columns: [
            ListColumn(label: "Sheet", kind: .name, sort: "name", isDefault: true),
            ListColumn(label: "Labels", kind: .detail),
        ])

    init(_ inventory: Inventory) {
        self.inventory = inventory
    }
}

extension LabelSheets {
    func request(_ list: ListRequest) -> FetchRequest<LabelSheet> {
        request(
            list, where: FetchPredicate.words(list.query.search, inAnyOf: [["name"]]),
            else: SortOrder("name"))
    }

    func values(
        _ records: [LabelSheet], in context: ManagedObjectContext
    ) throws -> [LabelSheetValues] {
        records.map(LabelSheetValues.init)
    }

    func row(_ sheet: LabelSheetValues) -> ListRow {
        ListRow(
            anchor: "label-sheet-\(sheet.recordNumber)", path: links(path(of: sheet)),
            name: sheet.title, [ListCell(sheet.format.measures)])
    }

    func json(_ sheet: LabelSheetValues) -> JSONValue { sheet.json }

    /// Labels that are not on the paper would not be printed.
    func check(
        _ sheet: LabelSheet, _ decoder: inout FormDecoder, in context: ManagedObjectContext
    ) throws {
        let format = LabelFormat(sheet)
        guard decoder.faults.isEmpty, !format.fits else { return }
        let (width, height) = (format.extent.width, format.extent.height)
        if width > format.pageWidth + 0.1 {
            decoder.fail(
                "columns", "Labels beside each other",
                "they take \(LabelFormat.text(width)) mm, and the paper has "
                    + "\(LabelFormat.text(format.pageWidth))")
        }
        if height > format.pageHeight + 0.1 {
            decoder.fail(
                "rows", "Labels below each other",
                "they take \(LabelFormat.text(height)) mm, and the paper has "
                    + "\(LabelFormat.text(format.pageHeight))")
        }
    }

    func deletion(
        of record: LabelSheet, in context: ManagedObjectContext
    ) throws -> DeletionQuestion {
        DeletionQuestion(consequences: ["What was printed on it stays readable."])
    }

    func show(
        _ record: LabelSheet, notices: [Notice], in context: ManagedObjectContext
    ) throws -> RecordShowPage {
        let sheet = try values(record, in: context)
        let format = sheet.format
        func pair(_ first: Double, _ second: Double) -> String {
            "\(LabelFormat.text(first)) × \(LabelFormat.text(second)) mm"
        }
        let labels = links(SitePath.labels.query([("sheet", format.key)]))
        return try showPage(
            record, sheet, notices: notices, summary: format.measures,
            ways: [RecordWay(label: "Labels on it", path: labels)],
            facts: [
                RecordFact("Paper", pair(format.pageWidth, format.pageHeight)),
                RecordFact("Label", pair(format.labelWidth, format.labelHeight)),
                RecordFact(
                    "Labels", "\(format.columns) beside, \(format.rows) below each other"),
                RecordFact("Free at the left, top", pair(format.marginLeft, format.marginTop)),
                RecordFact("Between labels", pair(format.gapAcross, format.gapDown)),
            ])
    }
}
