/// A page model that knows its template.
///
/// Page models are flat: strings, flags and rows, formatted for people. Every address in them comes
/// from `SitePath`, so templates hold none.
protocol TemplatePage: Sendable {
    /// The name of the template below `Views/`, without its extension.
    static var template: String { get }

    /// Whether the title says that nothing was done, where the page answers what was refused. Default: yes.
    static var titlesRefusal: Bool { get }

    /// What surrounds the content: head, navigation, notices.
    var layout: LayoutPage { get set }
}

extension TemplatePage {
    static var titlesRefusal: Bool { true }
}
