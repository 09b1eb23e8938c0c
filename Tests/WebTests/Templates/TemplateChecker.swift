import Mustache

@testable import Web

/// Walks a template with a page model and finds unresolved references.
///
/// Mustache prints nothing for an unknown name. The checker visits both branches of every
/// flag and a row of every list, so each list has to have a row in one of the models.
struct TemplateChecker {
    let templates: [String: String]
    /// The unresolved references, as sentences.
    private(set) var faults: [String] = []
    /// The properties that templates use: `ListRow.name`.
    private(set) var used: Set<String> = []
    /// The visited types.
    private(set) var known: [String: Set<String>] = [:]
    /// A row of each list: `ItemShowPage.crumbs`.
    private var rows: [String: Any] = [:]
    /// The flags that are set, and the texts and lists that are not empty, in one of the models.
    private var filled: Set<String> = []
    /// The property that was resolved last, and the model that has it.
    private var lastProperty = ""
    private var lastOwner: Any = ()

    init(templates: [String: String], models: [Any]) {
        self.templates = templates
        models.forEach { collectRows(of: $0) }
    }

    private mutating func collectRows(of model: Any) {
        let mirror = Mirror(reflecting: model)
        for case (let label?, let value) in mirror.children {
            let name = "\(mirror.subjectType).\(label)"
            switch value {
            case let flag as Bool:
                if flag { filled.insert(name) }
            case let text as String:
                if !text.isEmpty { filled.insert(name) }
            case let list as [Any]:
                if let row = list.first { (rows[name], _) = (row, filled.insert(name)) }
                list.forEach { collectRows(of: $0) }
            default:
                filled.insert(name)
                collectRows(of: value)
            }
        }
    }

    mutating func check(_ template: String, with model: Any) {
        walk(TemplateNode.nodes(in: templates[template] ?? ""), in: template, stack: [model])
        if templates[template] == nil {
            faults.append("There is no template “\(template)”.")
        }
    }

    private mutating func walk(
        _ nodes: [TemplateNode], in template: String, stack: [Any],
        blocks: [String: [TemplateNode]] = [:]
    ) {
        for node in nodes {
            switch node {
            case .variable(let name):
                let value = resolve(name, in: template, stack: stack)
                if value is [Any], let row = rows[lastProperty] as? any FramedFragment {
                    check(type(of: row).template, with: row)
                } else if let value, !(value is String) {
                    faults.append("\(template): “\(name)” is printed but is no text.")
                }
            case .section(let name, let content):
                enter(name, content, in: template, stack: stack, blocks: blocks)
            case .inverted(let name, let content):
                check(name, in: template, stack: stack)
                walk(content, in: template, stack: stack, blocks: blocks)
            case .partial(let name):
                follow(name, from: template, stack: stack, blocks: blocks)
            case .parent(let name, let overrides):
                // A page overrides the blocks of its parent, and of that one's parent.
                follow(
                    name, from: template, stack: stack,
                    blocks: blocks.merging(overrides) { outer, _ in outer })
            case .block(let name, let content):
                walk(blocks[name] ?? content, in: template, stack: stack, blocks: blocks)
            }
        }
    }

    private mutating func enter(
        _ name: String, _ content: [TemplateNode], in template: String, stack: [Any],
        blocks: [String: [TemplateNode]]
    ) {
        if Self.tested(name) != nil {
            check(name, in: template, stack: stack)
            walk(content, in: template, stack: stack, blocks: blocks)
            return
        }
        guard let value = resolve(name, in: template, stack: stack) else { return }
        switch value {
        case is Bool:
            walk(content, in: template, stack: stack, blocks: blocks)
        case is String:
            enterText(name, content, in: template, stack: stack, blocks: blocks)
        case is [Any] where rows[lastProperty] is any FramedFragment:
            enterText(name, content, in: template, stack: stack, blocks: blocks)
        case is [Any]:
            guard let row = rows[lastProperty] else {
                faults.append("\(template): no model has a row in “\(name)”.")
                return
            }
            walk(content, in: template, stack: stack + [row], blocks: blocks)
        default:
            walk(content, in: template, stack: stack + [value], blocks: blocks)
        }
    }

    /// Walks the section of a text, in which the sibling members have precedence.
    private mutating func enterText(
        _ name: String, _ content: [TemplateNode], in template: String, stack: [Any],
        blocks: [String: [TemplateNode]]
    ) {
        let isOfTop = name.hasPrefix(".") ? !name.dropFirst().contains(".") : stack.count == 1
        let scope = isOfTop && !name.dropFirst().contains(".") ? stack : stack + [lastOwner]
        walk(content, in: template, stack: scope, blocks: blocks)
    }

    /// The name in a test that leaves the names as they are: `empty(.tags)`, `get(path)`, `post(path)`.
    private static func tested(_ name: String) -> String? {
        name.wholeMatch(of: #/(?:empty|get|post)\((.*)\)/#).map { String($0.1) }
    }

    /// Checks a name without entering its section: `note`, `empty(.tags)`.
    private mutating func check(_ name: String, in template: String, stack: [Any]) {
        guard let tested = Self.tested(name) else {
            _ = resolve(name, in: template, stack: stack)
            return
        }
        guard let value = resolve(tested, in: template, stack: stack), !(value is String) else {
            return
        }
        if !name.hasPrefix("empty") {
            faults.append("\(template): “\(tested)” is no address.")
        } else if !(value is [Any]) {
            faults.append("\(template): “\(tested)” is neither a text nor a list.")
        }
    }

    private mutating func follow(
        _ name: String, from template: String, stack: [Any], blocks: [String: [TemplateNode]]
    ) {
        guard let text = templates[name] else {
            faults.append("\(template): there is no partial “\(name)”.")
            return
        }
        walk(TemplateNode.nodes(in: text), in: name, stack: stack, blocks: blocks)
    }

    private mutating func resolve(_ name: String, in template: String, stack: [Any]) -> Any? {
        guard let top = stack.last else { return nil }
        if name == "." {
            return top
        }
        // Without the dot, a name that a row lacks is looked up in its parents: in the page, if
        // nothing between has the name.
        var object = top
        if stack.count > 1, !name.hasPrefix(".") {
            let first = name.prefix { $0 != "." }
            let page = type(of: stack[0])
            if stack.dropFirst().contains(where: { type(of: $0) != page && Self.has(first, $0) }) {
                faults.append(
                    "\(template): “\(name)” stands in a section and has to begin with a dot.")
            } else {
                object = stack[0]
            }
        }
        for part in name.split(separator: ".") {
            let mirror = Mirror(reflecting: object)
            let type = "\(mirror.subjectType)"
            known[type] = Set(mirror.children.compactMap(\.label))
            guard let child = mirror.children.first(where: { $0.label == String(part) }) else {
                faults.append("\(template): “\(name)” is not in \(type).")
                return nil
            }
            lastProperty = "\(type).\(part)"
            lastOwner = object
            used.insert(lastProperty)
            object = child.value
        }
        return object
    }

    private static func has(_ name: Substring, _ model: Any) -> Bool {
        Mirror(reflecting: model).children.contains { $0.label == String(name) }
    }

    /// The properties that templates use and no model fills: nothing tests how they are shown.
    var unset: [String] { used.subtracting(filled).sorted() }

    /// The properties of visited types that no template uses.
    var unused: [String] {
        known.flatMap { type, names in names.map { "\(type).\($0)" } }
            .filter { !used.contains($0) }
            .sorted()
    }
}
