import HTTPTypes

/// A page of the user's guide.
struct GuidePage: Sendable {
    /// The last part of its address: `import`.
    let name: String
    let title: String
    /// Its first paragraph as plain text.
    let summary: String
    /// The headings of its sections.
    let headings: [GuideHeading]
    let html: String
}

/// The user's guide. Its pages are made from the Markdown in the folder `Guide` when the program is
/// built.
enum Guide {
    /// The address of the server in the guide's texts.
    private static let server = "http://127.0.0.1:8080"

    /// The page with a name; nil if there is none.
    static func page(named name: String) -> GuidePage? { pages.first { $0.name == name } }

    /// A text of the guide with the server's address: absolute in commands to copy, and as a path
    /// in links and pictures.
    ///
    /// - Parameters:
    ///   - html: the text.
    ///   - server: `http://house.local:8080`.
    ///   - basePath: the prefix of the site's paths.
    ///   - links: the links that the viewer is offered; of others, only the text stays. Default: all.
    static func html(
        _ html: String, server: String, basePath: String, offering links: OfferedLinks? = nil
    ) -> String {
        var html = html
        if let links {
            let link = #/(?s)<a href="http:\/\/127\.0\.0\.1:8080(\/[^"]*)">(.*?)<\/a>/#
            html.replace(link) { link in
                links.offers(.get, basePath + link.1) ? link.0 : link.2
            }
        }
        let basePath = HTMLText.escaped(basePath)
        return html.replacing("=\"\(Self.server)/", with: "=\"\(basePath)/")
            .replacing(Self.server, with: HTMLText.escaped(server) + basePath)
    }
}

/// A heading of a page of the guide.
struct GuideHeading: Sendable {
    /// The anchor of the heading.
    let id: String
    let text: String
}

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
    var pages: [ChoiceLink]
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
                ChoiceLink(
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
