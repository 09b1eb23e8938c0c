/// One sheet of labels of the household's own.
struct LabelSheetShowPage: TemplatePage {
    static let template = "labels/sheet"

    var layout: LayoutPage
    var record: RecordHead
    /// `63.5 × 38.1 mm, 21 on a sheet`.
    var measures: String
    /// Its measures, each with its name.
    var facts: [ItemFact]
    /// The labels of all items on it.
    var labelsPath: String
}
