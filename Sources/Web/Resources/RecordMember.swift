import Domain
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
        isIn place: RecordMemberPlace = [.documents, .tables],
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
}

extension RecordMember where Values: RecordHolder {
    /// The member for a field of a record.
    static func field(_ field: FieldDescription) -> RecordMember {
        RecordMember(field.name, field.documentSchema) { try field.value(of: $0.record) }
    }
}

extension RecordMember {
    /// The member for the number of records that belong to a record.
    static func count<Record>(_ name: String) -> RecordMember
    where Values == DescribedValues<Record> {
        RecordMember(name, .integer) { .count($0.count) }
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
