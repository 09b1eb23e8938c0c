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
    var hasAddresses: Bool
    /// The server address in the codes.
    var address: String
    /// Whether other machines cannot reach this address.
    var isLocal: Bool
    /// The style sheet of the format.
    var stylePath: String
    var papers: [LabelPaper]
    var hasLabels: Bool
    /// The address of the household's own formats.
    var sheetsPath: String
    var summaryOfFaults = FaultSummary()
}
