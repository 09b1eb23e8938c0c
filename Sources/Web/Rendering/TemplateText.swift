import Mustache

/// A text as templates take it: absent if it is empty, so that `{{#note}}` asks whether there is a note.
///
/// A section makes the text its context. The members beside it are found from there as from outside, and
/// `{{.}}` is the text.
struct TemplateText: MustacheCustomRenderable, MustacheTransformable, MustacheParent {
    let renderText: String
    /// The members of the model that has the text.
    private let members: TemplateMembers

    init(_ text: String, in members: TemplateMembers) {
        renderText = text
        self.members = members
    }

    var isNull: Bool { renderText.isEmpty }

    func child(named name: String) -> Any? { members.child(named: name) }

    func transform(_ name: String) -> Any? { renderText.transform(name) }
}
