import Foundation

/// Takes the known parts from an element; the rest is kept as unknown.
struct ElementReader {
    /// The element's name.
    let elementName: String
    /// The element's line in the model file.
    let line: Int
    /// The faults in the taken values.
    private(set) var faults: [ModelFault] = []
    private var attributes: [String: String]
    private var elements: [ParsedElement]
    private let place: ModelFault

    /// - Parameter place: a fault without a message, for the place of the element.
    init(_ element: ParsedElement, place: ModelFault) {
        elementName = element.name
        line = element.line
        attributes = element.attributes
        elements = element.children
        self.place = place
    }

    /// Takes an attribute as it is.
    mutating func string(_ name: String) -> String? {
        attributes.removeValue(forKey: name)
    }

    /// Takes a name. An empty one counts as missing, and is kept for writing.
    mutating func name(_ name: String) -> String? {
        attributes[name] == "" ? nil : string(name)
    }

    /// Takes a required attribute; an empty text if it is missing.
    mutating func requiredString(_ name: String, of what: String) -> String {
        let value = string(name) ?? ""
        if value.isEmpty {
            fault("\(what) has no \(name)")
        }
        return value
    }

    /// Takes a `YES` or `NO`; a missing one is `NO`. An explicit `NO` is kept for writing.
    mutating func flag(_ name: String) -> Bool {
        switch attributes[name] {
        case nil, "NO": return false
        case "YES":
            attributes.removeValue(forKey: name)
            return true
        case .some(let value):
            fault("\(name) is \"\(value)\", which is neither YES nor NO")
            return false
        }
    }

    /// Takes a whole number that is at least 0.
    mutating func count(_ name: String) -> Int? {
        guard let value = string(name) else { return nil }
        guard let number = Int(value), number >= 0 else {
            fault("\(name) is \"\(value)\", which is not a whole number from 0 on")
            return nil
        }
        return number
    }

    /// Takes a date given in seconds since 2001-01-01 00:00:00 UTC. Another value is kept for
    /// writing.
    mutating func date(_ name: String) -> Date? {
        guard let value = attributes[name] else { return nil }
        guard let seconds = Double(value), seconds.isFinite else {
            fault(
                "\(name) is \"\(value)\", which is not a number of seconds since 2001, and is ignored",
                .warning)
            return nil
        }
        attributes.removeValue(forKey: name)
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    /// Takes one of the values of an enumeration.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ type: Choice.Type, else absent: Choice
    ) -> Choice {
        guard let value = string(name) else { return absent }
        if let choice = Choice(rawValue: value) { return choice }
        let allowed = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        fault("\(name) is \"\(value)\"; known are \(allowed)")
        return absent
    }

    /// Takes the children with a name, in order.
    mutating func children(_ name: String) -> [ParsedElement] {
        defer { elements.removeAll { $0.name == name } }
        return elements.filter { $0.name == name }
    }

    /// Takes the `userInfo` dictionary. An empty one, which older versions of Xcode write, is kept
    /// for writing.
    mutating func userInfo() -> [String: String] {
        let isEmpty = elements.allSatisfy { $0.name != "userInfo" || $0.children.isEmpty }
        guard !isEmpty else { return [:] }
        let entries = children("userInfo").flatMap(\.children).filter { $0.name == "entry" }
        return Dictionary(
            entries.map { ($0.attributes["key"] ?? "", $0.attributes["value"] ?? "") }
        ) { _, last in last }
    }

    var unknown: UnknownXML {
        var unknown = UnknownXML()
        unknown.attributes = attributes
        unknown.elements = elements.map(\.unknown)
        return unknown
    }

    mutating func fault(_ message: String, _ severity: ModelFault.Severity = .error) {
        var fault = place
        fault.severity = severity
        fault.line = line
        fault.message = message
        faults.append(fault)
    }
}
