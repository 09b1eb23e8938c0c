import Foundation
import Persistence

extension RowPlan.Kind {
    /// The column type for such values.
    fileprivate var type: ServerType {
        switch self {
        case .null: .unknown
        case .int16: .smallint
        case .int32: .integer
        case .integer, .object: .bigint
        case .boolean: .boolean
        case .double: .double
        case .decimal: .numeric
        case .date: .timestamp
        case .string, .url: .text
        case .binary, .external: .bytes
        case .uuid: .uuid
        }
    }
}

extension StatementParameters {
    /// Appends a value for a column.
    ///
    /// - Throws: `PersistenceError.misuse` for a value that the column cannot hold.
    func append(_ value: AttributeValue, as kind: RowPlan.Kind) throws {
        switch (kind, value) {
        case (_, .null): appendNull(kind.type)
        case (.int16, .integer(let number)): append(try exact(number) as Int16)
        case (.int32, .integer(let number)): append(try exact(number) as Int32)
        case (.integer, .integer(let number)): append(number)
        case (.boolean, .boolean(let value)): append(value)
        case (.double, .double(let number)): append(number)
        case (.decimal, .decimal(let number)) where number.isNaN: appendNull(.numeric)
        case (.decimal, .decimal(let number)): append(number)
        case (.date, .date(let date)):
            guard let microseconds = BinaryFormat.microseconds(of: date) else {
                throw PersistenceError.misuse("PostgreSQL holds no date so far away")
            }
            append(microseconds: microseconds)
        case (.string, .string(let text)): append(try storable(text))
        case (.url, .url(let url)): append(try storable(url.absoluteString))
        case (.binary, .data(let data)), (.external, .data(let data)):
            guard data.count <= StatementParameters.maximumLength else {
                throw PersistenceError.misuse("PostgreSQL holds no value of more than 1 GB")
            }
            append(data)
        case (.uuid, .uuid(let uuid)): append(uuid)
        case (.object, .object(let id)): append(id.key)
        case (.object, .integer(let key)): append(key)
        default:
            throw PersistenceError.misuse("A value was to be stored that is none of its column’s")
        }
    }

    /// Appends a constant of a predicate or an expression.
    func append(constant value: AttributeValue) throws {
        switch value {
        case .null: appendNull()
        case .integer(let number): append(number)
        case .boolean(let value): append(value)
        case .double(let number): append(number)
        // No record has NaN, and nothing equals it.
        case .decimal(let number) where number.isNaN: appendNull(.numeric)
        case .decimal(let number): append(number)
        case .string(let text): append(try storable(text))
        case .url(let url): append(try storable(url.absoluteString))
        case .data(let data): append(data)
        case .uuid(let uuid): append(uuid)
        case .object(let id): append(id.key)
        case .date(let date):
            // A date that no record can have compares as infinity.
            append(
                microseconds: BinaryFormat.microseconds(of: date)
                    ?? (date.timeIntervalSinceReferenceDate < 0 ? .min : .max))
        case .transformable, .deferred:
            throw PersistenceError.misuse("A value was to be compared that is not data yet")
        }
    }

    /// Appends integers as one value, to be cast to `bigint[]`.
    func append(list numbers: some Sequence<Int64>) {
        append("{" + numbers.lazy.map(String.init).joined(separator: ",") + "}")
    }

    private func exact<Number: FixedWidthInteger>(_ number: Int64) throws -> Number {
        guard let exact = Number(exactly: number) else {
            throw PersistenceError.misuse(
                "The number \(number) does not fit into an attribute of \(Number.bitWidth) bits")
        }
        return exact
    }

    private func storable(_ text: String) throws -> String {
        guard !text.utf8.contains(0) else {
            throw PersistenceError.misuse("PostgreSQL holds no text with the character U+0000")
        }
        return text
    }
}
