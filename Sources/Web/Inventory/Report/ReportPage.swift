/// What there is, or was on a day, to be printed for an insurer.
struct ReportPage: TemplatePage {
    static let template = "inventory/report"

    var layout: LayoutPage
    /// `November 23, 2026`: the day of the report.
    var day: String
    var owner: String
    /// The policies by which items are insured.
    var policies: String
    /// `12 items, worth $8,310, 72 % documented`.
    var summary: String
    var isEmpty: Bool
    var groups: [Group]
    var gaps: [Gap]

    /// Where the form leads, by GET.
    var path: String
    var jsonPath: String
    /// The report as a folder, in a zip file.
    var archivePath: String
    /// Where the same report is shared with somebody without an account.
    var sharePath = ""
    var asOf: FormField
    var ownerField: FormField
    var groupings: [SelectOption]
    var locations: [SelectOption]
    var summaryOfFaults = FaultSummary()

    /// Items that stand together.
    struct Group: Sendable {
        var name: String
        /// `4 items, $120`.
        var summary: String
        var rows: [Row]
    }

    /// An item of the report.
    struct Row: Sendable {
        var number: String
        var name: String
        var path: String
        var thumbnailPath: String
        /// Serial number, maker and model, purchase: a line each.
        var facts: [String]
        /// Its receipts and other documents.
        var documents: [Document]
        /// `4 × $5`.
        var value: String
        /// `4 of 5`.
        var score: String
    }

    /// A document of an item.
    struct Document: Sendable {
        /// `Receipt: March.pdf`.
        var label: String
        /// Its file.
        var path: String
    }

    /// An item that lacks evidence.
    struct Gap: Sendable {
        var name: String
        var path: String
        var value: String
        /// `photo, serial number`.
        var missing: String
    }
}
