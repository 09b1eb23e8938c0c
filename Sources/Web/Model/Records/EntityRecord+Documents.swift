import Foundation
import ObjectModel
import Persistence

extension EntityRecord {
    /// The record as JSON: its number, and all properties of an entity by name.
    func json(of entity: EntityLayout) -> JSONValue {
        .object(
            [
                (Self.name("id", of: entity), .int(number)),
                (Self.name("entity", of: entity), .string(self.entity)),
            ] + entity.shownSlots.map { ($0.name, json($0)) }
                + [(Self.name("version", of: entity), .int(version))])
    }

    /// The name of a member that is not a property: with an @, which properties cannot have, if the
    /// entity has a property of the same name.
    private static func name(_ name: String, of entity: EntityLayout) -> String {
        entity.slots.contains { $0.name == name } ? "@" + name : name
    }

    /// The columns of a CSV file.
    static func csvColumns(of entity: EntityLayout) -> [String] {
        [name("id", of: entity)] + entity.shownSlots.map(\.name)
    }

    /// The cells of the record for these columns.
    func csvCells(of entity: EntityLayout) -> [CSVDocument.Cell] {
        [.int(number)] + entity.shownSlots.map { cell(of: values[$0.name]) }
    }

    private func json(_ slot: PropertySlot) -> JSONValue {
        switch values[slot.name] {
        case nil, .null: .null
        case .text(let text): .string(text)
        case .number(let text): json(number: text, slot)
        case .flag(let flag): .bool(flag)
        case .date(let date): .date(date)
        case .bytes(let count): .object([("bytes", .int(count))])
        case .record(let entity, let number, let label):
            .object([
                ("entity", .string(entity)), ("id", .int(number)), ("label", .string(label)),
            ])
        case .count(let count): .int(count)
        }
    }

    /// A Decimal is a string, so that no digits are lost.
    private func json(number text: String, _ slot: PropertySlot) -> JSONValue {
        switch slot.attribute?.attributeType {
        case .decimal: .string(text)
        case .double, .float: Double(text).map { .double($0) } ?? .null
        default: Int(text).map { .int($0) } ?? .string(text)
        }
    }

    private func cell(of value: Value?) -> CSVDocument.Cell {
        switch value {
        case nil, .null: .plain(nil)
        case .text(let text): .text(text)
        case .number(let text): .plain(text)
        case .flag(let flag): .plain(flag ? "true" : "false")
        case .date(let date): .plain(ISO8601Text.utc(date))
        case .bytes(let count), .count(let count): .int(count)
        case .record(_, let number, _): .int(number)
        }
    }
}
