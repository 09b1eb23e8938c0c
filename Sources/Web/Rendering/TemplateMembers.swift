import Mustache
@_spi(Reflection) import Swift
import Synchronization

/// A page model or a part of it, whose members templates name: the stored ones, or those of a custom
/// mirror.
///
/// Similar fragments become their HTML, and texts become a ``TemplateText``, which is absent if it
/// is empty.
final class TemplateMembers<Model>: MustacheParent {
    private let model: Model
    private let members: ModelMembers<Model>
    private let mirror: Mirror?
    private let rendering: Rendering

    init(_ model: Model, _ rendering: Rendering) {
        self.model = model
        self.rendering = rendering
        members = .ofModel
        mirror = members.isMirrored ? Mirror(reflecting: model) : nil
    }

    func child(named name: String) -> Any? {
        switch members.all[name] {
        case .text(let path): TemplateText(model[keyPath: path], in: self)
        case .flag(let path): model[keyPath: path]
        case .other(let path, let kind): served(model[keyPath: path], as: kind)
        case nil:
            mirror?.children.first { $0.label == name }.flatMap {
                served($0.value, as: TemplateValueKind(of: $0.value))
            }
        }
    }

    private func served(_ value: Any, as kind: TemplateValueKind) -> Any? {
        let value = rendering.served(value, as: kind)
        return (value as? String).map { TemplateText($0, in: self) } ?? value
    }
}

/// The stored members of a type of model, by name.
///
/// A `Mirror` takes five times as long as a key path for each member, and reads all of them.
private final class ModelMembers<Model>: @unchecked Sendable {
    // Sendable because key paths of stored members capture nothing, and nothing changes.

    enum Member {
        case text(KeyPath<Model, String>)
        case flag(KeyPath<Model, Bool>)
        case other(PartialKeyPath<Model>, TemplateValueKind)
    }

    let all: [String: Member]
    /// Whether the type says itself what its members are.
    let isMirrored = Model.self is any CustomReflectable.Type

    private init() {
        var members: [String: Member] = [:]
        _ = _forEachFieldWithKeyPath(of: Model.self) { name, path in
            members[String(cString: name)] =
                switch path {
                case let path as KeyPath<Model, String>: .text(path)
                case let path as KeyPath<Model, Bool>: .flag(path)
                default: .other(path, TemplateValueKind(type(of: path).valueType))
                }
            return true
        }
        all = members
    }

    /// The members of the type, found once.
    static var ofModel: ModelMembers<Model> {
        let type = ObjectIdentifier(Model.self)
        if let known = membersByType.withLock({ $0[type] }) as? ModelMembers<Model> { return known }
        let members = ModelMembers()
        membersByType.withLock { $0[type] = members }
        return members
    }
}

private let membersByType = Mutex<[ObjectIdentifier: any Sendable]>([:])

/// How templates take the values of a type.
private enum TemplateValueKind {
    case plain, optional, fragments, list, model

    init(_ type: Any.Type) {
        self =
            switch type {
            case is String.Type, is Bool.Type, is any Numeric.Type: .plain
            case is any OptionalValue.Type: .optional
            case is any FramedFragments.Type: .fragments
            case is any ModelList.Type: .list
            case is any MustacheParent.Type: .plain
            default: .model
            }
    }

    init(of value: Any) { self.init(type(of: value)) }
}

/// One pass of a template: serves the values of models, and keeps the first error of a fragment,
/// because templates take none.
final class Rendering {
    private let renderer: Renderer
    private(set) var error: (any Error)?

    init(_ renderer: Renderer) { self.renderer = renderer }

    /// A model as templates take it.
    func members<Model>(of model: Model) -> any MustacheParent { TemplateMembers(model, self) }

    /// A value as templates take it; nil if there is none.
    fileprivate func served(_ value: Any, as kind: TemplateValueKind) -> Any? {
        switch kind {
        case .plain: value
        case .optional:
            (value as? any OptionalValue)?.wrapped.flatMap {
                served($0, as: TemplateValueKind(of: $0))
            }
        case .fragments: (value as? any FramedFragments).map(html)
        case .list: (value as? any ModelList)?.served(by: self)
        case .model: members(of: value)
        }
    }

    private func html(_ fragments: any FramedFragments) -> String {
        do {
            return try fragments.html(renderer)
        } catch {
            self.error = self.error ?? error
            return ""
        }
    }
}

/// A list of similar fragments.
private protocol FramedFragments {
    func html(_ renderer: Renderer) throws -> String
}

extension Array: FramedFragments where Element: FramedFragment {
    func html(_ renderer: Renderer) throws -> String { try renderer.fragments(self) }
}

/// A list of texts or models.
private protocol ModelList {
    func served(by rendering: Rendering) -> [Any]
}

extension Array: ModelList {
    fileprivate func served(by rendering: Rendering) -> [Any] {
        let kind = TemplateValueKind(Element.self)
        return kind == .plain ? self : compactMap { rendering.served($0, as: kind) }
    }
}

private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { self }
}

/// A text for templates: absent if it is empty, so that `{{#note}}` tests whether there is a note.
///
/// A section makes the text its context, where `{{.}}` is the text and the members beside it stay
/// reachable.
struct TemplateText: MustacheCustomRenderable, MustacheTransformable, MustacheParent {
    let renderText: String
    /// The members of the model with the text.
    private let members: any MustacheParent

    init(_ text: String, in members: any MustacheParent) {
        renderText = text
        self.members = members
    }

    var isNull: Bool { renderText.isEmpty }

    func child(named name: String) -> Any? { members.child(named: name) }

    func transform(_ name: String) -> Any? { renderText.transform(name) }
}
