/// The question before a change that cannot be undone.
struct QuestionPage: TemplatePage {
    static let template = "question"

    /// A part of the question: a text, and the name after it.
    struct Part: Sendable {
        var text: String
        var name = ""
    }

    /// What happens, as sentences under a heading; without one if it is empty.
    struct List: Sendable {
        var heading = ""
        var sentences: [String]
    }

    var layout: LayoutPage
    var question: [Part]
    var lists: [List]
    var hidden: [HiddenField] = []
    /// `Merge them`.
    var label: String
    /// The action of the form.
    var path: String
    /// `Keep everything`.
    var cancelLabel: String
    var cancelPath: String
}
