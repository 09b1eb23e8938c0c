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

/// A page with a form, which is shown again when it is refused.
protocol FormPage: TemplatePage {
    /// Shows what was typed, and what is wrong with it.
    mutating func show(_ form: FormData, _ refusal: FormRefusal)
}

extension TemplatePage {
    static var titlesRefusal: Bool { true }
}

/// The model of a partial that is rendered by itself, so that its text can be kept.
protocol TemplateFragment: Sendable {
    /// The name of the template below `Views/`, without its extension.
    static var template: String { get }
}

/// A fragment of which a page has many, all alike but for their words: it is rendered once for each
/// shape that there is, and the words are filled in.
///
/// What its template writes depends on its own members alone, and on nothing of a text but whether it is
/// empty.
protocol FramedFragment: TemplateFragment, Hashable {
    /// Calls a closure with each text that the template writes, always in the same order.
    mutating func visitTexts(_ visit: (inout String) -> Void)
}
