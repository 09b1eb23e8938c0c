import Mustache

/// The members of a page model and of its parts, by name, since Mustache would reflect on the whole
/// model for each name. Similar fragments become their HTML, and texts become a ``TemplateText``,
/// which is absent if it is empty.
struct TemplateMembers: MustacheParent {
    private var values: [String: Any] = [:]

    init(_ model: some Sendable, renderer: Renderer) throws {
        try self.init(mirror: Mirror(reflecting: model), renderer)
    }

    private init(mirror: Mirror, _ renderer: Renderer) throws {
        for child in mirror.children {
            guard let name = child.label, let value = try Self.served(child.value, renderer) else {
                continue
            }
            values[name] = value
        }
    }

    func child(named name: String) -> Any? {
        guard let value = values[name] else { return nil }
        guard let text = value as? String else { return value }
        return TemplateText(text, in: self)
    }

    /// A value for templates; nil if there is none.
    private static func served(_ value: Any, _ renderer: Renderer) throws -> Any? {
        // The cast also unwraps an optional.
        if let text = value as? String { return text }
        if let flag = value as? Bool { return flag }
        if let model = value as? any MustacheParent { return model }
        let mirror = Mirror(reflecting: value)
        return switch mirror.displayStyle {
        case .optional: try mirror.children.first.flatMap { try served($0.value, renderer) }
        case .struct: try TemplateMembers(mirror: mirror, renderer)
        case .collection: try list(value, mirror, renderer)
        default: value
        }
    }

    private static func list(_ value: Any, _ mirror: Mirror, _ renderer: Renderer) throws -> Any {
        if let fragments = value as? any FramedFragments { return try fragments.html(renderer) }
        let elements = mirror.children.map(\.value)
        let isServed = elements.first.map { $0 is String || $0 is any MustacheParent } ?? true
        return isServed ? elements : try elements.compactMap { try served($0, renderer) }
    }
}

/// A list of similar fragments.
private protocol FramedFragments {
    func html(_ renderer: Renderer) throws -> String
}

extension Array: FramedFragments where Element: FramedFragment {
    func html(_ renderer: Renderer) throws -> String { try renderer.fragments(self) }
}

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
