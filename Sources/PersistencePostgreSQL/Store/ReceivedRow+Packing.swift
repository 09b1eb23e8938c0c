import Foundation
import Persistence

extension ReceivedRow: SQLRow {
    func pack(_ plan: RowPlan, version: Int64, into packer: RowPacker) -> Int? {
        var failed: Int?
        let steps = plan.steps
        packer.begin(plan, count: steps.count, version: version)
        for slot in 0..<steps.count where !pack(steps[slot], slot, into: packer) {
            failed = slot
        }
        return failed
    }

    /// Gathers one value. Returns whether it is one of the attribute's type.
    private func pack(_ step: RowPlan.Step, _ slot: Int, into packer: RowPacker) -> Bool {
        switch step.kind {
        case .null: return true
        case .binary, .external:
            packData(step, slot, into: packer)
            return true
        default: break
        }
        let column = step.column
        guard !isNull(column) else { return true }
        switch step.kind {
        case .null, .binary, .external: break
        case .integer, .int16, .int32:
            packer.set(slot, .integer, UInt64(bitPattern: integer(column)))
        case .boolean: packer.set(slot, .boolean, boolean(column) ? 1 : 0)
        case .double: packer.set(slot, .double, double(column).bitPattern)
        case .date:
            guard let date = date(column) else { return false }
            packer.set(slot, .date, date.timeIntervalSinceReferenceDate.bitPattern)
        case .decimal:
            guard let decimal = decimal(column) else { return false }
            packer.setDecimal(slot, decimal)
        case .string: withBytes(column) { packer.set(slot, .string, bytes: $0) }
        case .url:
            guard URL(string: string(column)) != nil else { return false }
            withBytes(column) { packer.set(slot, .url, bytes: $0) }
        case .uuid:
            guard withBytes(column, \.count) == 16 else { return false }
            withBytes(column) { packer.set(slot, .uuid, bytes: $0) }
        case .object: packKey(step, slot, into: packer)
        }
        return true
    }

    /// The length of large values is there without them, see `SQLDialect.columns(ofLarge:upTo:)`.
    private func packData(_ step: RowPlan.Step, _ slot: Int, into packer: RowPacker) {
        guard !isNull(step.companionColumn) else { return }
        guard isNull(step.column) else {
            return withBytes(step.column) { packer.set(slot, .data, bytes: $0) }
        }
        packer.set(slot, .deferred, UInt64(max(0, integer(step.companionColumn))))
    }

    private func packKey(_ step: RowPlan.Step, _ slot: Int, into packer: RowPacker) {
        let key = integer(step.column)
        guard step.companionColumn >= 0 else {
            return packer.set(slot, .object, UInt64(bitPattern: key))
        }
        let stored = Int32(truncatingIfNeeded: integer(step.companionColumn))
        let number = step.destination.contains(stored) ? stored : step.destination.lowerBound
        packer.setObject(slot, entityNumber: number, key: key)
    }
}
