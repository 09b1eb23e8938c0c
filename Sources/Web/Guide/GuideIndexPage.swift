/// The contents of the guide.
struct GuideIndexPage: TemplatePage {
    static let template = "guide/index"

    var layout: LayoutPage
    var title: String
    /// The contents, with links to the pages.
    var html: String
    /// The address of all pages as one.
    var wholePath: String
}
