import Mustache

/// The members of a page model by name, and those of the models within it. Mustache would reflect on
/// the whole model for every name that a template has.
struct TemplateMembers: MustacheParent {
    private var values: [String: Any] = [:]

    init(_ model: some Sendable) {
        self.init(mirror: Mirror(reflecting: model))
    }

    private init(mirror: Mirror) {
        for child in mirror.children {
            guard let name = child.label, let value = Self.served(child.value) else { continue }
            values[name] = value
        }
    }

    func child(named name: String) -> Any? { values[name] }

    /// A value as templates take it; nil if there is none.
    private static func served(_ value: Any) -> Any? {
        // A cast takes a value out of its optional, too.
        if let text = value as? String { return text }
        if let flag = value as? Bool { return flag }
        if let model = value as? any MustacheParent { return model }
        let mirror = Mirror(reflecting: value)
        return switch mirror.displayStyle {
        case .optional: mirror.children.first.flatMap { served($0.value) }
        case .struct: TemplateMembers(mirror: mirror)
        case .collection: list(mirror.children.map(\.value))
        default: value
        }
    }

    private static func list(_ elements: [Any]) -> [Any] {
        let isServed = elements.first.map { $0 is String || $0 is any MustacheParent } ?? true
        return isServed ? elements : elements.compactMap(served)
    }
}
