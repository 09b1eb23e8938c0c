/// Labels as they come out of the printer, and what is printed on which sheet.
struct LabelsPage: TemplatePage {
    static let template = "labels/show"

    var layout: LayoutPage
    /// `21 labels on 1 sheet`.
    var summary: String
    /// Where the form leads, by GET.
    var path: String
    var kept: [HiddenField]
    var sheets: [SelectOption]
    var skip: FormField
    var copies: FormField
    /// The addresses that codes may begin with, if there are several.
    var addresses: [SelectOption]
    var hasAddresses: Bool
    /// What the codes begin with.
    var address: String
    /// Whether no other machine reaches this address.
    var isLocal: Bool
    /// The style sheet of the format.
    var stylePath: String
    var papers: [LabelPaper]
    var hasLabels: Bool
    /// Where the household's own sheets are kept.
    var sheetsPath: String
    var summaryOfFaults = FaultSummary()
}
