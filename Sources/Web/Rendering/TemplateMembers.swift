import HTTPTypes
import Mustache
@_spi(Reflection) import Swift
import Synchronization

/// A page model or a part of it, whose stored members templates name.
///
/// Texts become a ``TemplateText``, which is absent if it is empty.
final class TemplateMembers<Model>: TemplateParent {
    private let model: Model
    private let members = ModelMembers<Model>.ofModel
    let rendering: Rendering

    init(_ model: Model, _ rendering: Rendering) {
        self.model = model
        self.rendering = rendering
    }

    func child(named name: String) -> Any? {
        switch members.all[name] {
        case .text(let path): TemplateText(model[keyPath: path], in: self)
        case .flag(let path): model[keyPath: path]
        case .other(let path, let kind): served(model[keyPath: path], as: kind)
        case nil: nil
        }
    }

    private func served(_ value: Any, as kind: TemplateValueKind) -> Any? {
        let value = rendering.served(value, as: kind)
        return (value as? String).map { TemplateText($0, in: self) } ?? value
    }
}

/// What templates take their names from.
protocol TemplateParent: MustacheParent {
    var rendering: Rendering { get }
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

/// A value, no text or flag, that says itself how templates take it.
protocol TemplateValue {
    /// What templates take; nil if there is none.
    func served(by rendering: Rendering) -> Any?
}

/// How templates take the values of a type.
private enum TemplateValueKind {
    case plain, special, model

    init(_ type: Any.Type) {
        self =
            switch type {
            case is String.Type, is Bool.Type, is Int.Type, is Int64.Type: .plain
            // The first look for a conformance of a type reads all conformances of the program.
            case is any TemplateValue.Type: .special
            default: .model
            }
    }
}

/// One pass of a template: serves the values of models, and keeps the first error of a fragment,
/// because templates take none.
final class Rendering {
    private let renderer: Renderer
    /// The links for the viewer; nil for all.
    private let links: OfferedLinks?
    private(set) var error: (any Error)?

    init(_ renderer: Renderer, offering links: OfferedLinks? = nil) {
        self.renderer = renderer
        self.links = links
    }

    /// Whether the page has a link or a form with an address.
    func offers(_ method: HTTPRequest.Method, _ link: String) -> Bool {
        links?.offers(method, link) ?? true
    }

    /// A model as templates take it.
    func members<Model>(of model: Model) -> any MustacheParent { TemplateMembers(model, self) }

    /// A value as templates take it; nil if there is none.
    func served(_ value: Any) -> Any? { served(value, as: TemplateValueKind(type(of: value))) }

    fileprivate func served(_ value: Any, as kind: TemplateValueKind) -> Any? {
        switch kind {
        case .plain: value
        case .special: (value as? any TemplateValue)?.served(by: self)
        case .model: members(of: value)
        }
    }

    fileprivate func html(_ fragments: any FramedFragments) -> String {
        do {
            return try fragments.html(renderer, offering: links)
        } catch {
            self.error = self.error ?? error
            return ""
        }
    }
}

extension TemplateValue where Self: CustomReflectable {
    /// The children of the mirror, by label.
    func served(by rendering: Rendering) -> Any? {
        customMirror.children.reduce(into: [String: Any]()) { values, child in
            if let label = child.label { values[label] = rendering.served(child.value) }
        }
    }
}

extension Optional: TemplateValue {
    func served(by rendering: Rendering) -> Any? { flatMap { rendering.served($0) } }
}

extension Array: TemplateValue {
    /// The elements, or the HTML of similar fragments.
    func served(by rendering: Rendering) -> Any? {
        if let fragments = self as? any FramedFragments { return rendering.html(fragments) }
        let kind = TemplateValueKind(Element.self)
        return kind == .plain ? self : compactMap { rendering.served($0, as: kind) }
    }
}

/// A list of similar fragments.
private protocol FramedFragments {
    func html(_ renderer: Renderer, offering links: OfferedLinks?) throws -> String
}

extension Array: FramedFragments where Element: FramedFragment {
    func html(_ renderer: Renderer, offering links: OfferedLinks?) throws -> String {
        guard let links else { return try renderer.fragments(self) }
        return try renderer.fragments(map { $0.keeping(links) })
    }
}

/// A text for templates: absent if it is empty, so that `{{#note}}` tests whether there is a note.
///
/// A section makes the text its context, where `{{.}}` is the text and the members beside it stay
/// reachable.
///
/// `{{#get(path)}}` tests whether there is an address that the viewer may open, `{{#post(path)}}`
/// whether they may send a form to it. Both leave the context as it is.
struct TemplateText: MustacheCustomRenderable, MustacheTransformable, MustacheParent {
    let renderText: String
    /// The members of the model with the text.
    private let members: any TemplateParent

    init(_ text: String, in members: any TemplateParent) {
        renderText = text
        self.members = members
    }

    var isNull: Bool { renderText.isEmpty }

    func child(named name: String) -> Any? { members.child(named: name) }

    func transform(_ name: String) -> Any? {
        switch name {
        case "get": !isNull && members.rendering.offers(.get, renderText)
        case "post": !isNull && members.rendering.offers(.post, renderText)
        default: renderText.transform(name)
        }
    }
}
