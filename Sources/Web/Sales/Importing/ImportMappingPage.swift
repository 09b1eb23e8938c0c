/// A file that cannot be read yet: the page asks where its columns go, or how its characters are written.
struct ImportMappingPage: TemplatePage {
    static let template = "sales/import/mapping"
    /// It asks the next question.
    static let titlesRefusal = false

    var layout: LayoutPage
    /// `Where the columns go`.
    var name: String
    /// What there is to do, in a sentence.
    var words: String
    /// Why it cannot be read.
    var fault: String
    var mapping: ImportMappingForm
    /// Where another file is chosen.
    var newPath: String
}
