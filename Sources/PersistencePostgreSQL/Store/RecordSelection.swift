import Foundation
import ObjectModel
import Persistence

/// The columns that are selected to get the records of an entity and of its subentities, and what
/// becomes of them.
struct RecordSelection: Sendable {
    /// Values longer than this are read when they are asked for.
    static let greatestInlineLength = 4_096

    /// Where one value comes from.
    struct Step: Sendable {
        var kind: ColumnKind?
        var column: Int32 = 0
        /// The column of the value's length, where it may be deferred.
        var lengthColumn: Int32 = -1
        /// The column of the destination's entity number, or −1.
        var entityColumn: Int32 = -1
        var destination: ClosedRange<Int> = 0...0
        var isURL = false
    }

    let entity: EntityLayout
    /// The columns as SQL: key, version, the number of the entity where the table holds several, values.
    let columns: String
    /// The columns as SQL where values are not wanted.
    let keyColumns: String
    /// Whether the entity's number is selected.
    let selectsEntity: Bool
    /// The steps by value number, for the entity itself and those that inherit from it.
    let plans: [[Step]]

    init(of entity: EntityLayout, schema: SQLSchema) {
        self.entity = entity
        selectsEntity = schema.layout.entity(entity.rootNumber).hasSubentities
        var builder = Builder(
            expressions: ["t0.Z_PK", "t0.Z_OPT"] + (selectsEntity ? ["t0.Z_ENT"] : []))
        keyColumns = builder.expressions.joined(separator: ", ")
        plans = schema.layout.family(of: entity).map { builder.steps(of: $0, schema) }
        columns = builder.expressions.joined(separator: ", ")
    }

    private struct Builder {
        var expressions: [String]
        private var positions: [String: Int32] = [:]

        init(expressions: [String]) {
            self.expressions = expressions
        }

        mutating func steps(of entity: EntityLayout, _ schema: SQLSchema) -> [Step] {
            let sql = schema[entity]
            return (0..<entity.valueCount).map { number in
                guard let column = sql.columns[number] else { return Step() }
                guard number < entity.slots.count else {
                    return Step(kind: .bigint, column: position(of: "t0.\(column)"))
                }
                return step(
                    entity.slots[number], column, sql.entityColumns[number], schema.layout)
            }
        }

        private mutating func step(
            _ slot: PropertySlot, _ column: String, _ entityColumn: String?, _ layout: ModelLayout
        ) -> Step {
            guard let attribute = slot.attribute else {
                let destination = layout.entity(slot.destinationNumber)
                return Step(
                    kind: .key, column: position(of: "t0.\(column)"),
                    entityColumn: entityColumn.map { position(of: "t0.\($0)") } ?? -1,
                    destination: destination.number...destination.lastNumber)
            }
            var step = Step(kind: ColumnKind(attribute), isURL: attribute.attributeType == .uri)
            if slot.isBinary {
                step.lengthColumn = position(of: "octet_length(t0.\(column))")
                step.column = position(
                    of: "CASE WHEN octet_length(t0.\(column)) <= \(greatestInlineLength) "
                        + "THEN t0.\(column) END")
            } else {
                step.column = position(of: "t0.\(column)")
            }
            return step
        }

        private mutating func position(of expression: String) -> Int32 {
            if let position = positions[expression] { return position }
            let position = Int32(expressions.count)
            positions[expression] = position
            expressions.append(expression)
            return position
        }
    }
}

extension RecordSelection.Step {
    /// The value in a row; nil if it is none of the attribute's type.
    func value(_ row: ResultRow, _ homes: StoreHomes) -> AttributeValue? {
        guard let kind else { return .null }
        if lengthColumn >= 0 {
            guard !row.isNull(lengthColumn) else { return .null }
            return row.isNull(column)
                ? .deferred(byteCount: Int(row.integer(lengthColumn))) : .data(row.data(column))
        }
        guard !row.isNull(column) else { return .null }
        switch kind {
        case .smallint, .integer, .bigint: return .integer(row.integer(column))
        case .boolean: return .boolean(row.boolean(column))
        case .double: return .double(row.double(column))
        case .numeric: return row.decimal(column).map { .decimal($0) }
        case .timestamp: return row.date(column).map { .date($0) }
        case .text:
            let text = row.string(column)
            return isURL ? URL(string: text).map { .url($0) } : .string(text)
        case .bytes: return .data(row.data(column))
        case .uuid: return row.uuid(column).map { .uuid($0) }
        case .key:
            let stored = entityColumn < 0 ? 0 : Int(row.integer(entityColumn))
            let number = destination.contains(stored) ? stored : destination.lowerBound
            return .object(homes.objectID(entityNumber: number, key: row.integer(column)))
        }
    }
}

/// A record that a statement is at.
final class RecordRow: StoreRow {
    private let selection: RecordSelection
    private let contents: StoreContents
    private let includesValues: Bool
    private var row: ResultRow
    private(set) var entityNumber: Int
    private(set) var key: Int64 = 0

    init(
        _ row: ResultRow, _ selection: RecordSelection, _ contents: StoreContents,
        includesValues: Bool
    ) {
        self.selection = selection
        self.contents = contents
        self.includesValues = includesValues
        self.row = row
        entityNumber = selection.entity.number
    }

    var version: Int64 { row.integer(1) }

    /// Goes on to a row. Returns whether it is a record of the entity that was asked for.
    func move(to row: ResultRow) -> Bool {
        self.row = row
        if selection.selectsEntity {
            let number = Int(row.integer(2))
            guard (selection.entity.number...selection.entity.lastNumber).contains(number)
            else { return false }
            entityNumber = number
        }
        key = row.integer(0)
        return true
    }

    func snapshot() throws -> RowSnapshot {
        guard includesValues else {
            throw PersistenceError.misuse("The fetch did not ask for values")
        }
        let steps = selection.plans[entityNumber - selection.entity.number]
        let snapshot = RowSnapshot(count: steps.count, version: version)
        for (number, step) in steps.enumerated() {
            guard let value = step.value(row, contents.homes) else {
                throw PersistenceError.corruptStore(
                    path: contents.address.description,
                    reason: "\(selection.entity.name): the record \(key) holds no value for slot "
                        + "\(number)")
            }
            if !value.isNull { snapshot[number] = value }
        }
        return snapshot
    }
}
