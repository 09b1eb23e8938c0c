/// The guide as Swift source.
struct GuideSource {
    let guide: GuideReader.Guide

    /// - Throws: ``GuideFault`` for a text that would end its string literal.
    func text() throws(GuideFault) -> String {
        var pages = ""
        for page in guide.pages { pages += try source(page) }
        return """
            // Made from the folder Guide.

            extension Guide {
                /// The pages, in the order of the contents.
                static let pages: [GuidePage] = [
            \(pages)    ]

                /// The contents as HTML.
                static let contents = \(try literal(guide.contents.html))
            }

            """
    }

    private func source(_ page: GuidePage) throws(GuideFault) -> String {
        var headings = ""
        for heading in page.headings {
            headings +=
                "GuideHeading(id: \(try literal(heading.id)), text: \(try literal(heading.text))),"
        }
        return """
                    GuidePage(
                        name: \(try literal(page.name)), title: \(try literal(page.title)),
                        summary: \(try literal(page.summary)),
                        headings: [\(headings)],
                        html: \(try literal(page.html))),

            """
    }

    private func literal(_ text: String) throws(GuideFault) -> String {
        guard !text.contains("\"\"\"###") else {
            throw GuideFault(
                description: "The guide has \"\"\"### in it, which ends a text in Swift.")
        }
        return "###\"\"\"\n\(text)\n\"\"\"###"
    }
}
