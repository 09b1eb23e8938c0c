/// A page of the guide, beside the list of all pages.
struct GuideShowPage: TemplatePage {
    static let template = "guide/show"

    var layout: LayoutPage
    var title: String
    var html: String
    /// The links to its headings.
    var headings: [PathLink]
    var hasHeadings: Bool
    /// The links to all pages.
    var pages: [SectionLink]
    /// The previous page.
    var previousLabel = ""
    var previousPath = ""
    /// The next page.
    var nextLabel = ""
    var nextPath = ""
}

extension GuideShowPage {
    /// A page with the links to the others.
    init(_ page: GuidePage, layout: LayoutPage, html: String, _ links: SiteLinks) {
        let pages = Guide.pages
        let index = pages.firstIndex { $0.name == page.name } ?? 0
        self.init(
            layout: layout, title: page.title, html: html,
            headings: page.headings.map { PathLink(label: $0.text, path: "#\($0.id)") },
            hasHeadings: page.headings.count > 1,
            pages: pages.map {
                SectionLink(
                    label: $0.title, path: links(.guidePage($0.name)),
                    isCurrent: $0.name == page.name)
            })
        if let page = pages[..<index].last {
            previousLabel = page.title
            previousPath = links(.guidePage(page.name))
        }
        if let page = pages.dropFirst(index + 1).first {
            nextLabel = page.title
            nextPath = links(.guidePage(page.name))
        }
    }
}
