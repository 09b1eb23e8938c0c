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
    /// What the packed rows of each of these entities refer to.
    let rowPlans: [RowPlan]

    init(of entity: EntityLayout, schema: SQLSchema, homes: StoreHomes) {
        self.entity = entity
        selectsEntity = schema.layout.entity(entity.rootNumber).hasSubentities
        var builder = Builder(
            expressions: ["t0.Z_PK", "t0.Z_OPT"] + (selectsEntity ? ["t0.Z_ENT"] : []))
        keyColumns = builder.expressions.joined(separator: ", ")
        plans = schema.layout.family(of: entity).map { builder.steps(of: $0, schema) }
        columns = builder.expressions.joined(separator: ", ")
        rowPlans = plans.map { steps in
            RowPlan(steps: steps.map(\.destinationStep), homes: homes.homes)
        }
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
    /// What a packed row has to know of the value: which entity a key is of.
    fileprivate var destinationStep: RowPlan.Step {
        guard case .key = kind else { return RowPlan.Step(kind: .null) }
        return RowPlan.Step(
            kind: .object, column: column, entityColumn: entityColumn,
            destination: Int32(destination.lowerBound)...Int32(destination.upperBound))
    }

    /// Gives the value in a row to a packer. Returns whether it is one of the attribute's type.
    func pack(_ slot: Int, of row: HeldValues, into packer: RowPacker) -> Bool {
        guard let kind else { return true }
        if lengthColumn >= 0 {
            packData(slot, of: row, into: packer)
            return true
        }
        guard !row.isNull(column) else { return true }
        switch kind {
        case .smallint, .integer, .bigint:
            packer.set(slot, .integer, UInt64(bitPattern: row.integer(column)))
        case .boolean: packer.set(slot, .boolean, row.boolean(column) ? 1 : 0)
        case .double: packer.set(slot, .double, row.double(column).bitPattern)
        case .timestamp:
            guard let date = row.date(column) else { return false }
            packer.set(slot, .date, date.timeIntervalSinceReferenceDate.bitPattern)
        case .numeric:
            guard let decimal = row.decimal(column) else { return false }
            packer.setDecimal(slot, decimal)
        case .text:
            guard !isURL || URL(string: row.string(column)) != nil else { return false }
            row.withBytes(column) { packer.set(slot, isURL ? .url : .string, bytes: $0) }
        case .bytes: row.withBytes(column) { packer.set(slot, .data, bytes: $0) }
        case .uuid:
            guard row.withBytes(column, \.count) == 16 else { return false }
            row.withBytes(column) { packer.set(slot, .uuid, bytes: $0) }
        case .key: packKey(slot, of: row, into: packer)
        }
        return true
    }

    private func packData(_ slot: Int, of row: HeldValues, into packer: RowPacker) {
        guard !row.isNull(lengthColumn) else { return }
        guard row.isNull(column) else {
            return row.withBytes(column) { packer.set(slot, .data, bytes: $0) }
        }
        packer.set(slot, .deferred, UInt64(max(0, row.integer(lengthColumn))))
    }

    private func packKey(_ slot: Int, of row: HeldValues, into packer: RowPacker) {
        let key = row.integer(column)
        guard entityColumn >= 0 else {
            return packer.set(slot, .object, UInt64(bitPattern: key))
        }
        let stored = Int(row.integer(entityColumn))
        let number = destination.contains(stored) ? stored : destination.lowerBound
        packer.setObject(slot, entityNumber: Int32(number), key: key)
    }
}

/// A record that a statement is at.
final class RecordRow: StoreRow {
    private let selection: RecordSelection
    private let contents: StoreContents
    private let includesValues: Bool
    private let packer: RowPacker
    private var row: ResultRow
    private(set) var entityNumber: Int
    private(set) var key: Int64 = 0

    init(
        _ row: ResultRow, _ selection: RecordSelection, _ contents: StoreContents,
        includesValues: Bool, packer: RowPacker
    ) {
        self.selection = selection
        self.packer = packer
        packer.reset()
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
        let index = entityNumber - selection.entity.number
        let steps = selection.plans[index]
        // Held once for all values.
        let packer = packer
        packer.begin(selection.rowPlans[index], count: steps.count, version: version)
        var failed: Int?
        row.withValues { values in
            for number in steps.indices
            where !steps[number].pack(number, of: values, into: packer) {
                failed = number
            }
        }
        let snapshot = packer.finish()
        guard let failed else { return snapshot }
        throw PersistenceError.corruptStore(
            path: contents.address.description,
            reason: "\(selection.entity.name): the record \(key) holds no value for slot \(failed)")
    }
}
