import Domain
import Persistence

extension LabelsPage {
    /// The page of labels.
    ///
    /// - Parameters:
    ///   - layout: the page's layout.
    ///   - path: its address.
    ///   - addresses: the server addresses for codes, most likely first.
    init(
        _ request: LabelsRequest, _ formats: [LabelFormat], _ addresses: LabelAddresses,
        layout: LayoutPage, at path: SitePath, _ links: SiteLinks
    ) {
        let format = formats.first { $0.key == request.sheet } ?? formats.first
        let styles = SitePath.labelStyles.query([("sheet", format?.key ?? "")])
        self.init(
            layout: layout, summary: "", path: links(path), kept: request.kept,
            sheets: formats.map {
                SelectOption(
                    value: $0.key, label: "\($0.name): \($0.measures)",
                    isSelected: $0.key == format?.key)
            },
            skip: FormField(request.skipped > 0 ? String(request.skipped) : ""),
            copies: FormField(String(request.copies)),
            addresses: addresses.all.map {
                SelectOption(value: $0, label: $0, isSelected: $0 == addresses.chosen)
            }, hasAddresses: addresses.all.count > 1, address: addresses.chosen,
            isLocal: addresses.isLocal,
            stylePath: links(styles), papers: [], hasLabels: false,
            sheetsPath: links(.labelSheets))
    }

    /// Arranges labels on sheets.
    mutating func fill(_ texts: [LabelText], on format: LabelFormat, skipping skipped: Int) {
        papers = LabelPaper.papers(texts, on: format, skipping: skipped)
        hasLabels = !texts.isEmpty
        let labels = ItemCount.text(texts.count, "label", "labels")
        let sheets = ItemCount.text(papers.count, "sheet", "sheets")
        summary = format.isRoll ? "\(labels) of a roll" : "\(labels) on \(sheets)"
    }

    /// Shows the faults of a request.
    mutating func refuse(_ faults: [FormFault], _ typed: [(name: String, value: String)]) {
        func field(_ name: String) -> FormField {
            let fault = faults.first { $0.field == name }
            return FormField(
                typed.last { $0.name == name }?.value ?? "",
                fault: fault.map { FormText.sentence($0.message) })
        }
        let shown = ["sheet", "skip", "copies", "address"]
        skip = field("skip")
        copies = field("copies")
        summaryOfFaults = FaultSummary(
            faults.map { fault in
                var fault = fault
                fault.hasField = shown.contains(fault.field)
                return fault.link
            })
    }
}
