import Domain
import Persistence

/// Labels as they are printed, with a form for the sheet.
struct LabelsPage: TemplatePage {
    static let template = "labels/show"

    var layout: LayoutPage
    /// The summary: `21 labels on 1 sheet`.
    var summary: String
    /// The address of the form, by GET.
    var path: String
    var kept: [HiddenField]
    var sheets: [SelectOption]
    var skip: FormField
    var copies: FormField
    /// The server addresses for codes, if there are several.
    var addresses: [SelectOption]
    /// The server address in the codes.
    var address: String
    /// Whether other machines cannot reach this address.
    var isLocal: Bool
    /// The style sheet of the format.
    var stylePath: String
    var papers: [LabelPaper]
    /// The address of the household's own formats.
    var sheetsPath: String
    var summaryOfFaults = FaultSummary()
}

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
            addresses: addresses.all.count > 1
                ? addresses.all.map {
                    SelectOption(value: $0, label: $0, isSelected: $0 == addresses.chosen)
                } : [], address: addresses.chosen,
            isLocal: addresses.isLocal,
            stylePath: links(styles), papers: [],
            sheetsPath: links(.labelSheets))
    }

    /// Arranges labels on sheets.
    mutating func fill(_ texts: [LabelText], on format: LabelFormat, skipping skipped: Int) {
        papers = LabelPaper.papers(texts, on: format, skipping: skipped)
        let labels = ItemCount.text(texts.count, "label", "labels")
        let sheets = ItemCount.text(papers.count, "sheet", "sheets")
        summary = format.isRoll ? "\(labels) of a roll" : "\(labels) on \(sheets)"
    }

    /// Shows the faults of a request.
    mutating func refuse(_ faults: [FieldError], _ typed: [(name: String, value: String)]) {
        func field(_ name: String) -> FormField {
            let fault = faults.first { $0.field == name }
            return FormField(
                typed.last { $0.name == name }?.value ?? "",
                fault: fault.map { FormText.sentence($0.message) })
        }
        skip = field("skip")
        copies = field("copies")
        summaryOfFaults = FaultSummary(
            faults, linkingTo: ["sheet", "skip", "copies", "address"])
    }
}

/// The texts on a label.
struct LabelText: Sendable {
    var isUsed = false
    var code: LabelCode
    /// `A-0042`; the price of a product.
    var number: String
    var name: String
    var place: String

    /// An empty place that was used before.
    static let used = LabelText(
        isUsed: true, code: LabelCode(address: ""), number: "", name: "", place: "")
}

/// The code on a label as an SVG picture: a square QR code, or a barcode stretched to the available
/// width.
struct LabelCode: Sendable {
    var width: String
    var height: String
    var path: String
    /// The content of the code, for people who cannot see it.
    var text: String
    var isBarcode: Bool
    var isDrawn: Bool

    /// A QR code with an address.
    init(address: String) {
        let code = QRCode(address)
        (width, height, path, text) = (code.side, code.side, code.path, address)
        (isBarcode, isDrawn) = (false, code.isDrawn)
    }

    /// A barcode for a shop's scanner.
    init(barcode: String) {
        let code = Barcode(barcode)
        (width, height, path, text) = ("\(code.width)", "1", code.path, barcode)
        (isBarcode, isDrawn) = (true, code.width > 0)
    }
}
