/// All pages of the guide as one.
struct GuideWholePage: TemplatePage {
    static let template = "guide/whole"

    var layout: LayoutPage
    var title: String
    var parts: [Part]

    /// A page.
    struct Part: Sendable {
        /// The anchor of the page.
        var id: String
        var title: String
        var html: String
    }
}
