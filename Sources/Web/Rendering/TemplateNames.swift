/// The templates that have to be there before the server starts.
enum TemplateNames {
    /// The templates of all pages.
    static let all: [String] = pages.map { $0.template }

    private static let pages: [any TemplatePage.Type] = [
        ErrorPage.self
    ]
}
