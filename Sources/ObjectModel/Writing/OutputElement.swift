/// An element for a model file, with its attributes in order.
struct OutputElement {
    var name: String
    private var attributes: [(name: String, value: String)] = []
    private var children: [OutputElement] = []
    private var content = ""

    init(_ name: String) {
        self.name = name
    }

    init(_ unknown: UnknownXML.Element) {
        name = unknown.name
        content = unknown.text
        children = unknown.children.map(OutputElement.init)
        attributes = unknown.attributes.sorted {
            (Self.rank($0.key), $0.key) < (Self.rank($1.key), $1.key)
        }.map { ($0.key, $0.value) }
    }

    /// Adds an attribute if it has a value.
    mutating func set(_ name: String, _ value: String?) {
        if let value {
            attributes.append((name, value))
        }
    }

    /// Adds `YES` for true, and nothing for false.
    mutating func set(_ name: String, _ value: Bool) {
        set(name, value ? "YES" : nil)
    }

    mutating func add(_ elements: [OutputElement]) {
        children += elements
    }

    /// Adds the unknown parts of an element, its attributes among the known ones.
    ///
    /// - Parameter order: the names of attributes in Xcode's order; nil, the default, for that of
    ///   the element.
    mutating func add(_ unknown: UnknownXML, order: [String]? = nil) {
        let order = order ?? XcodeAttributes.order[name, default: []]
        let known = Set(attributes.map(\.name))
        attributes += unknown.attributes.filter { !known.contains($0.key) }.map {
            ($0.key, $0.value)
        }
        let ranks = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        attributes.sort {
            (ranks[$0.name] ?? order.count, $0.name) < (ranks[$1.name] ?? order.count, $1.name)
        }
        let names = Set(children.map(\.name))
        // An element that was read empty may have children now.
        children += unknown.elements.filter { !$0.isEmptyUserInfo || !names.contains($0.name) }
            .map(OutputElement.init)
    }

    func text(indentation: String) -> String {
        if name == ParsedElement.commentName {
            return "\(indentation)<!--\(content.replacing("--", with: "- -"))-->"
        }
        let tag = name + attributes.map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined()
        if children.isEmpty {
            return content.isEmpty
                ? "\(indentation)<\(tag)/>"
                : "\(indentation)<\(tag)>\(Self.escaped(content))</\(name)>"
        }
        let inner = indentation + "    "
        let text = content.isEmpty ? [] : [inner + Self.escaped(content)]
        let lines = text + children.map { $0.text(indentation: inner) }
        return (["\(indentation)<\(tag)>"] + lines + ["\(indentation)</\(name)>"])
            .joined(separator: "\n")
    }

    /// The position of an attribute of an unknown element: names first, then editor coordinates.
    private static func rank(_ name: String) -> Int {
        ["name", "key", "value", "positionX", "positionY", "width", "height"].firstIndex(of: name)
            ?? 7
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n", "\r", "\t": escaped += "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension UnknownXML.Element {
    fileprivate var isEmptyUserInfo: Bool { name == "userInfo" && children.isEmpty }
}
