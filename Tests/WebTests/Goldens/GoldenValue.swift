/// A value of JSON that can be compared.
indirect enum GoldenValue: Codable, Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([GoldenValue])
    case object([String: GoldenValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let list = try? container.decode([GoldenValue].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: GoldenValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let members): try container.encode(members)
        }
    }

    subscript(name: String) -> GoldenValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The elements of a list; none for another value.
    var elements: [GoldenValue] {
        guard case .list(let list) = self else { return [] }
        return list
    }

    /// The value in readable form.
    var words: String {
        switch self {
        case .null: "null"
        case .flag(let flag): "\(flag)"
        case .number(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
        case .text(let text): "“\(text)”"
        case .list(let list): "[\(list.map(\.words).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.words)" }.joined(separator: ", "))}"
        }
    }
}

extension GoldenValue {
    /// The differences to another value: record, field, and both values.
    ///
    /// - Parameter place: the path of both values.
    func differences(of other: GoldenValue, at place: String) -> [String] {
        switch (self, other) {
        case (.object(let old), .object(let new)):
            return Set(old.keys).union(new.keys).sorted().flatMap { name in
                Self.difference(old[name], new[name], at: "\(place), \(name)")
            }
        case (.list(let old), .list(let new)):
            // Records are compared by their identifiers, whatever their order; other values by position.
            guard let formers = Self.records(old), let others = Self.records(new) else {
                return (0..<max(old.count, new.count)).flatMap { index in
                    Self.difference(
                        old.indices.contains(index) ? old[index] : nil,
                        new.indices.contains(index) ? new[index] : nil, at: "\(place) \(index + 1)")
                }
            }
            return Self.differences(of: others, from: formers, at: place)
        default:
            return self == other ? [] : ["\(place): \(other.words) instead of \(words)"]
        }
    }

    private static func differences(
        of new: [(name: String, record: GoldenValue)],
        from old: [(name: String, record: GoldenValue)],
        at place: String
    ) -> [String] {
        let (formers, others) = (
            Dictionary(old) { first, _ in first }, Dictionary(new) { first, _ in first }
        )
        let found =
            old.flatMap {
                difference($0.record, others[$0.name], at: "\(place) \($0.name)\($0.record.title)")
            }
            + new.filter { formers[$0.name] == nil }.flatMap {
                difference(nil, $0.record, at: "\(place) \($0.name)\($0.record.title)")
            }
        let orders = [old, new].map { records in
            records.map(\.name).filter { formers[$0] != nil && others[$0] != nil }
                .joined(separator: ", ")
        }
        guard orders[0] != orders[1] else { return found }
        return found + ["\(place), order: \(orders[1]) instead of \(orders[0])"]
    }

    private static func difference(
        _ old: GoldenValue?, _ new: GoldenValue?, at place: String
    ) -> [String] {
        switch (old, new) {
        case (let old?, let new?): old.differences(of: new, at: place)
        case (let old?, nil): ["\(place): gone, was \(old.words.prefix(200))"]
        case (nil, let new?): ["\(place): new, \(new.words.prefix(200))"]
        case (nil, nil): []
        }
    }

    /// The elements of a list by their identifiers; nil if they have none.
    private static func records(_ list: [GoldenValue]) -> [(name: String, record: GoldenValue)]? {
        let records = list.compactMap { element in element.recordName.map { ($0, element) } }
        guard records.count == list.count, Set(records.map(\.0)).count == list.count else {
            return nil
        }
        return records
    }

    /// The title of a record with a number.
    private var title: String {
        guard case .number? = self["id"] else { return "" }
        let names = ["itemName", "name", "title", "label"]
        return names.lazy.compactMap { self[$0] }.first.map { " \($0.words)" } ?? ""
    }

    /// The number of a record; of one with a key, its name.
    private var recordName: String? {
        switch self["id"] {
        case .number?: self["id"]?.words
        case .text?: (self["name"] ?? self["label"])?.words
        default: nil
        }
    }
}
