/// A page model that knows its template.
///
/// Page models are flat: strings, flags and rows, formatted for people. Every address in them comes
/// from `SitePath`, so that templates contain none.
protocol TemplatePage: Sendable {
    /// The name of the template below `Views/`, without its extension.
    static var template: String { get }

    /// Whether the title says that nothing was saved when the page answers a rejected form.
    /// Default: yes.
    static var titlesRefusal: Bool { get }

    /// The parts around the content: head, navigation, notices.
    var layout: LayoutPage { get set }
}

/// A page with a form, which is shown again if the form is rejected.
protocol FormPage: TemplatePage {
    /// Shows the input and its faults.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors)
}

/// A page whose form has fields by name.
protocol FieldsPage: FormPage {
    var summary: FaultSummary { get set }
    var fields: FormFields { get set }
}

extension FieldsPage {
    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        summary = refusal.summary
        fields.show(form, refusal)
    }
}

extension TemplatePage {
    static var titlesRefusal: Bool { true }
}

/// The model of a partial that is rendered separately, so that its text can be cached.
protocol TemplateFragment: Sendable {
    /// The name of the template below `Views/`, without its extension.
    static var template: String { get }
}

/// A fragment that occurs many times on a page, with different texts only: the template is rendered
/// once for each shape, and the texts are filled in.
///
/// The output must depend only on the members of the fragment, and on texts only by whether they
/// are empty.
protocol FramedFragment: TemplateFragment, Hashable {
    /// Calls a closure with each text that the template outputs, always in the same order.
    mutating func visitTexts(_ visit: (inout String) -> Void)

    /// The options of a selection in it, which are rendered apart: there may be hundreds. Default:
    /// nil for none.
    static var options: WritableKeyPath<Self, [SelectOption]>? { get }

    /// The fragment without what its viewer may not use: its template is the same for all viewers.
    /// Default: all of it.
    func keeping(_ links: OfferedLinks) -> Self
}

extension FramedFragment {
    static var options: WritableKeyPath<Self, [SelectOption]>? { nil }

    func keeping(_ links: OfferedLinks) -> Self { self }
}
