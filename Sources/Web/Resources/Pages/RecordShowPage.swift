/// The page of a record that is what its fields say.
struct RecordShowPage: TemplatePage {
    static let template = "records/show"

    var layout: LayoutPage
    var record: RecordHead
    /// What matters most, under the title.
    var summary = ""
    /// What may be done beside editing and deleting.
    var ways: [RecordWay] = []
    var facts: [RecordFact] = []
}
