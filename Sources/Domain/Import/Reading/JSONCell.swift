import Foundation

/// A value in a JSON file, as the text of a cell.
enum JSONCell: Decodable {
    case none
    case text(String)
    case number(String)
    case flag(Bool)
    /// Another object, represented by its label.
    case object([String: JSONCell])
    case list([JSONCell])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .none
        } else if let text = try? container.decode(String.self) {
            // Most values are texts, and a failed attempt is slow.
            self = .text(text)
        } else if let number = try? container.decode(Decimal.self) {
            self = .number("\(number)")
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let object = try? container.decode([String: JSONCell].self) {
            self = .object(object)
        } else {
            self = .list(try container.decode([JSONCell].self))
        }
    }

    /// The text of a cell: for an object its label, for a list its parts.
    var text: String {
        switch self {
        case .none: ""
        case .text(let text), .number(let text): text
        case .flag(let flag): flag ? "yes" : "no"
        case .object(let members) where Set(members.keys) == ["label", "number"]:
            // Only a telephone number has a member `number`.
            ContactNumber.cell([ContactNumber(members.text("number"), label: members.some("label"))]
            )
        case .object(let members): (members["label"] ?? members["name"])?.text ?? ""
        case .list(let parts): parts.map(\.text).joined(separator: ", ")
        }
    }

    private var members: [String: JSONCell]? {
        if case .object(let members) = self { members } else { nil }
    }

    private var parts: [JSONCell]? { if case .list(let parts) = self { parts } else { nil } }

    // MARK: - Validation

    /// The fault of the value for its target; nil for none.
    func fault(in place: ImportHeader.Place) -> String? {
        let content = place.column.content
        switch self {
        case .none, .text, .number: return nil
        case .flag(let flag):
            let isTaken =
                content == .flag || place.column == .fields
                || (place.column == .notes && place.label != nil)
            return isTaken ? nil : "it is \(flag), where a text or a number belongs"
        case .object, .list:
            if content == .entries { return "it is not in the format of an export" }
            guard let parts else {
                let isTaken = (content == .record || place.column == .tags) && hasName
                return isTaken ? nil : "it is an object, where a text or a number belongs"
            }
            return content == .list && parts.allSatisfy(\.isPart)
                ? nil : "it is a list, where a text or a number belongs"
        }
    }

    /// Whether it is an object with a label.
    private var hasName: Bool {
        (members?["label"] ?? members?["name"])?.isTextOrNumber == true
    }

    /// Whether it can be part of a list: a text, an object with a label, or a telephone number.
    private var isPart: Bool {
        isTextOrNumber || hasName || members?["number"]?.isPlain == true
    }

    private var isTextOrNumber: Bool {
        switch self {
        case .text, .number: true
        default: false
        }
    }

    private var isPlain: Bool { members == nil && parts == nil }

    /// Whether it is an object of plain values, and of lists of such objects.
    private var isEntry: Bool {
        members?.values.allSatisfy { $0.parts?.allSatisfy(\.isEntry) ?? $0.isPlain } ?? false
    }

    /// The members of the objects in a list; nil if it has anything else.
    fileprivate var entries: [[String: JSONCell]]? {
        parts.flatMap { $0.allSatisfy(\.isEntry) ? $0.compactMap(\.members) : nil }
    }
}

extension [String: JSONCell] {
    /// Returns an empty text for a missing member.
    func text(_ key: String) -> String { self[key]?.text ?? "" }

    /// Returns nil for a missing or empty member.
    fileprivate func some(_ key: String) -> String? { text(key).isEmpty ? nil : text(key) }

    /// The members in the form of a table: custom fields as separate columns, `fields.NAME`;
    /// another record by its key or number, with its name in a separate column; maintenance, and
    /// the addresses of a customer, as one cell each.
    var flattened: [String: JSONCell] {
        var members = self
        if case .object(let fields)? = members["fields"] {
            members["fields"] = nil
            for (name, cell) in fields { members["fields.\(name)"] = cell }
        }
        for (name, key) in [
            ("container", "itemKey"), ("customer", "id"), ("product", "id"), ("returnOf", "number"),
            ("sale", "number"),
        ] {
            guard case .object(let other)? = members[name], let value = other[key] else { continue }
            members[name] = value
            if key == "id", members[name + "Name"] == nil { members[name + "Name"] = other["name"] }
        }
        members.flatten("care", CareEntry.init)
        members.flatten("formerLoans", LoanEntry.init)
        members.flatten("formerValues", ValueEntry.init)
        if let addresses = members["addresses"]?.entries {
            members["addresses"] = .text(PostalAddress.cell(addresses.map(PostalAddress.init)))
        }
        return members
    }

    /// Makes one cell of a list, if all its entries are valid.
    private mutating func flatten<Entry: ListEntry>(
        _ key: String, _ entry: ([String: JSONCell]) -> Entry?
    ) {
        guard let cells = self[key]?.entries else { return }
        let entries = cells.compactMap(entry)
        guard entries.count == cells.count, let text = try? Entry.text(entries) else { return }
        self[key] = .text(text)
    }
}

extension PostalAddress {
    fileprivate init(_ members: [String: JSONCell]) {
        self.init()
        label = members.some("label")
        street = members.some("street")
        postalCode = members.some("postalCode")
        city = members.some("city")
        region = members.some("region")
        countryCode = members.some("countryCode")
    }
}

extension CareEntry {
    /// Returns nil for members without a title.
    fileprivate init?(_ members: [String: JSONCell]) {
        guard let title = members.some("title") else { return nil }
        let done = members["done"]?.entries?.map { members in
            Done(
                date: members.text("date"), title: members.some("title"),
                cost: members.some("cost"), notes: members.some("notes"))
        }
        self.init(
            title: title, due: members.some("due"), interval: members.some("interval"),
            cost: members.some("cost"), notes: members.some("notes"),
            done: done?.isEmpty == false ? done : nil)
    }
}

extension LoanEntry {
    /// Returns nil for members that are not a loan.
    fileprivate init?(_ members: [String: JSONCell]) {
        guard let borrower = members.some("borrower"), let since = members.some("since"),
            let returned = members.some("returned")
        else { return nil }
        self.init(
            borrower: borrower, since: since, due: members.some("due"), returned: returned,
            notes: members.some("notes"))
    }
}

extension ValueEntry {
    /// Returns nil for members that are not a value.
    fileprivate init?(_ members: [String: JSONCell]) {
        let quantity = members.some("quantity").map { Int32($0) }
        guard let until = members.some("until"), let value = Int32(members.text("valueInDollars")),
            quantity.map({ $0 != nil }) ?? true
        else { return nil }
        self.init(
            until: until, valueInDollars: value, quantity: quantity ?? nil,
            replacementValue: members.some("replacementValue"))
    }
}
