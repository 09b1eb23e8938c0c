import Mustache

/// A text for templates: absent if it is empty, so that `{{#note}}` tests whether there is a note.
///
/// A section makes the text its context, where `{{.}}` is the text and the members beside it stay
/// reachable.
struct TemplateText: MustacheCustomRenderable, MustacheTransformable, MustacheParent {
    let renderText: String
    /// The members of the model with the text.
    private let members: TemplateMembers

    init(_ text: String, in members: TemplateMembers) {
        renderText = text
        self.members = members
    }

    var isNull: Bool { renderText.isEmpty }

    func child(named name: String) -> Any? { members.child(named: name) }

    func transform(_ name: String) -> Any? { renderText.transform(name) }
}
