import Domain
import Foundation
import Persistence

/// A member of JSON documents, and a column of CSV tables.
///
/// Number and version are added around the members.
struct RecordMember<Values>: Sendable {
    let name: String
    let place: RecordMemberPlace
    /// The schema in JSON.
    let schema: JSONSchema
    let value: @Sendable (Values) throws -> FieldValue

    init(
        _ name: String, _ schema: JSONSchema = .any,
        isIn place: RecordMemberPlace = .all,
        _ value: @escaping @Sendable (Values) throws -> FieldValue
    ) {
        self.name = name
        self.place = place
        self.schema = schema
        self.value = value
    }
}

/// The formats that contain a member.
struct RecordMemberPlace: OptionSet, Sendable {
    let rawValue: Int

    static let documents = RecordMemberPlace(rawValue: 1)
    static let tables = RecordMemberPlace(rawValue: 2)
    static let all: RecordMemberPlace = [.documents, .tables]
}

extension RecordMember where Values: RecordHolder {
    /// The member for a field of a record.
    static func field(_ field: FieldDescription) -> RecordMember {
        RecordMember(field.name, field.documentSchema) { try field.value(of: $0.record) }
    }
}

/// The members of each kind of value.
extension RecordMember {
    /// The member for a text that a user wrote.
    static func text(
        _ name: String, isIn place: RecordMemberPlace = .all,
        _ value: @escaping @Sendable (Values) throws -> String?
    ) -> RecordMember {
        RecordMember(name, .text.orNull, isIn: place) { .text(try value($0)) }
    }

    /// The member for a word of the program.
    static func word(
        _ name: String, isIn place: RecordMemberPlace = .all,
        _ value: @escaping @Sendable (Values) throws -> String?
    ) -> RecordMember {
        RecordMember(name, .text.orNull, isIn: place) { .word(try value($0)) }
    }

    static func integer(
        _ name: String, isIn place: RecordMemberPlace = .all,
        _ value: @escaping @Sendable (Values) throws -> Int64?
    ) -> RecordMember {
        RecordMember(name, .integer.orNull, isIn: place) { .integer(try value($0)) }
    }

    /// The member for a number of records.
    static func count(
        _ name: String, isIn place: RecordMemberPlace = .all,
        _ value: @escaping @Sendable (Values) throws -> Int
    ) -> RecordMember {
        RecordMember(name, .integer, isIn: place) { .count(try value($0)) }
    }

    /// The member for the number of records that belong to a record.
    static func count<Record>(_ name: String) -> RecordMember
    where Values == DescribedValues<Record> {
        count(name) { $0.count }
    }

    static func quantity(
        _ name: String, isIn place: RecordMemberPlace = .all,
        _ value: @escaping @Sendable (Values) throws -> Decimal?
    ) -> RecordMember {
        RecordMember(name, .number.orNull, isIn: place) { .quantity(try value($0)) }
    }

    static func money(
        _ name: String, isIn place: RecordMemberPlace = .all,
        _ value: @escaping @Sendable (Values) throws -> Decimal?
    ) -> RecordMember {
        RecordMember(name, .decimal.orNull, isIn: place) { .money(try value($0)) }
    }

    static func day(
        _ name: String, isIn place: RecordMemberPlace = .all,
        _ value: @escaping @Sendable (Values) throws -> CalendarDay?
    ) -> RecordMember {
        RecordMember(name, .day.orNull, isIn: place) { .day(try value($0)) }
    }

    static func instant(
        _ name: String, isIn place: RecordMemberPlace = .all,
        _ value: @escaping @Sendable (Values) throws -> Date?
    ) -> RecordMember {
        RecordMember(name, .instant.orNull, isIn: place) { .instant(try value($0)) }
    }

    static func flag(
        _ name: String, isIn place: RecordMemberPlace = .all,
        _ value: @escaping @Sendable (Values) throws -> Bool
    ) -> RecordMember {
        RecordMember(name, .flag, isIn: place) { .flag(try value($0)) }
    }

    static func item(
        _ name: String, isIn place: RecordMemberPlace = .all,
        _ value: @escaping @Sendable (Values) throws -> ItemContainer?
    ) -> RecordMember {
        RecordMember(name, .item.orNull, isIn: place) { .item(try value($0)) }
    }

    /// The member for another record.
    static func record(
        _ name: String, isIn place: RecordMemberPlace = .all,
        _ value: @escaping @Sendable (Values) throws -> (number: Int64, label: String)?
    ) -> RecordMember {
        RecordMember(name, .reference.orNull, isIn: place) { .record(try value($0)) }
    }
}

extension RecordDescription {
    /// The members for some fields, in their order. Default: for all fields.
    func members<Values: RecordHolder>(_ names: String...) -> [RecordMember<Values>] {
        let chosen =
            names.isEmpty ? fields : names.compactMap { name in fields.first { $0.name == name } }
        return chosen.map { .field($0) }
    }
}

extension Array {
    /// The same members in some formats only.
    func only<Values>(in place: RecordMemberPlace) -> [RecordMember<Values>]
    where Element == RecordMember<Values> {
        map { RecordMember($0.name, $0.schema, isIn: place, $0.value) }
    }

    /// The number and the members of a record as JSON.
    ///
    /// - Throws: errors of the store.
    func json<Values: RecordValues>(
        of values: Values
    ) throws -> [(name: String, value: JSONValue)] where Element == RecordMember<Values> {
        [("id", .int(values.recordNumber))] + (try document(of: values))
    }

    /// The members as JSON.
    ///
    /// - Throws: errors of the store.
    func document<Values>(
        of values: Values
    ) throws -> [(name: String, value: JSONValue)] where Element == RecordMember<Values> {
        try filter { $0.place.contains(.documents) }.map { ($0.name, try $0.value(values).json) }
    }

    /// The schema of the members as JSON.
    func schema<Values>() -> JSONSchema where Element == RecordMember<Values> {
        .object(filter { $0.place.contains(.documents) }.map { ($0.name, $0.schema) })
    }

    /// The members as a JSON object.
    ///
    /// - Throws: errors of the store.
    func object<Values>(of values: Values) throws -> JSONValue
    where Element == RecordMember<Values> {
        .object(try document(of: values))
    }

    /// The names of the columns of a table.
    func columns<Values>() -> [String] where Element == RecordMember<Values> {
        filter { $0.place.contains(.tables) }.map(\.name)
    }

    /// The cells of a record in the order of the columns.
    ///
    /// - Throws: errors of the store.
    func cells<Values>(
        of values: Values
    ) throws -> [CSVDocument.Cell] where Element == RecordMember<Values> {
        try filter { $0.place.contains(.tables) }.map { try $0.value(values).cell }
    }
}
