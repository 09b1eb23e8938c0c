import Mustache

/// The members of a page model by name. Mustache would reflect on the whole model for every name
/// that a template has.
struct TemplateMembers: MustacheParent {
    private var values: [String: Any] = [:]

    init(_ model: some Sendable) {
        for child in Mirror(reflecting: model).children {
            guard let name = child.label, let value = Self.unwrapped(child.value) else { continue }
            values[name] = value
        }
    }

    func child(named name: String) -> Any? { values[name] }

    private static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }
}
