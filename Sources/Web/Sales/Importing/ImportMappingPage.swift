/// A file that cannot be read yet: the page asks where its columns go.
struct ImportMappingPage: TemplatePage {
    static let template = "sales/import/mapping"

    var layout: LayoutPage
    /// `things.csv`.
    var name: String
    /// Why it cannot be read.
    var fault: String
    var mapping: ImportMappingForm
    /// Where another file is chosen.
    var newPath: String
}
