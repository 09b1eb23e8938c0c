import CSQLite
import Foundation

/// How the columns of a result become the values of one entity's records.
// Constant after its initialiser. The steps are read for every row, so they stand in memory of the
// plan's own, which costs no counting of references.
final class RowPlan: @unchecked Sendable {
    /// What is made of a column.
    enum Kind: UInt8 {
        case null, integer, boolean, double, decimal, string, date, binary, external, uuid, url
        case object
    }

    /// Where one value comes from.
    struct Step {
        var kind: Kind
        var column: Int32 = 0
        /// The column of the destination's entity number, or −1.
        var entityColumn: Int32 = -1
        var destination: ClosedRange<Int32> = 0...0
        /// What the store's numbers of the destinations are greater by than the model's.
        var numberOffset: Int32 = 0
    }

    /// The steps by value number.
    private let steps: UnsafeMutableBufferPointer<Step>
    private let homes: [EntityHome]
    private let external: ExternalData

    init(steps: [Step], homes: [EntityHome], external: ExternalData) {
        self.steps = .allocate(capacity: steps.count)
        _ = self.steps.initialize(from: steps)
        self.homes = homes
        self.external = external
    }

    deinit {
        steps.deinitialize()
        steps.deallocate()
    }

    /// The number of values of a record.
    var valueCount: Int { steps.count }

    /// Gathers the values of the record that a statement is at. Returns the number of a value that
    /// the attribute's type cannot hold, or nil.
    func pack(_ row: OpaquePointer, version: Int64, into packer: RowPacker) -> Int? {
        var failed: Int?
        packer.begin(self, count: steps.count, version: version)
        for slot in 0..<steps.count where !pack(steps[slot], slot, of: row, into: packer) {
            failed = slot
        }
        return failed
    }

    /// Gathers one value. Returns whether it is one of the attribute's type.
    @inline(__always)
    private func pack(
        _ step: Step, _ slot: Int, of row: OpaquePointer, into packer: RowPacker
    ) -> Bool {
        guard step.kind != .null else { return true }
        let column = step.column
        let type = sqlite3_column_type(row, column)
        guard type != SQLITE_NULL else { return true }
        switch step.kind {
        case .null: break
        case .integer:
            packer.set(slot, .integer, UInt64(bitPattern: sqlite3_column_int64(row, column)))
        case .boolean:
            packer.set(slot, .boolean, sqlite3_column_int64(row, column) != 0 ? 1 : 0)
        case .double:
            packer.set(slot, .double, sqlite3_column_double(row, column).bitPattern)
        case .date: packer.set(slot, .date, sqlite3_column_double(row, column).bitPattern)
        case .string:
            let start = sqlite3_column_text(row, column)
            packer.set(
                slot, .string, bytes: start, count: Int(sqlite3_column_bytes(row, column)))
        case .object: packObject(step, slot, of: row, into: packer)
        case .decimal: return packDecimal(slot, row, column, type, into: packer)
        case .uuid: return packUUID(slot, row, column, into: packer)
        case .url: return packURL(slot, row, column, into: packer)
        case .binary: packData(slot, row, column, type, into: packer)
        case .external: return packExternal(slot, row, column, type, into: packer)
        }
        return true
    }

    // MARK: - Destinations

    /// The destination of a relationship that leads to one entity.
    @inline(__always)
    func destination(of slot: Int, key: Int64) -> ManagedObjectID {
        destination(entityNumber: Int(steps[slot].destination.lowerBound), key: key)
    }

    @inline(__always)
    func destination(entityNumber: Int, key: Int64) -> ManagedObjectID {
        ManagedObjectID(home: homes[entityNumber - 1], key: key)
    }

    @inline(__always)
    private func packObject(
        _ step: Step, _ slot: Int, of row: OpaquePointer, into packer: RowPacker
    ) {
        let key = sqlite3_column_int64(row, step.column)
        guard key > 0 else { return }
        guard step.entityColumn >= 0 else {
            return packer.set(slot, .object, UInt64(bitPattern: key))
        }
        let stored = sqlite3_column_int(row, step.entityColumn) &- step.numberOffset
        let number = step.destination.contains(stored) ? stored : step.destination.lowerBound
        packer.setObject(slot, entityNumber: number, key: key)
    }

    // MARK: - Longer values

    @inline(__always)
    static func text(_ row: OpaquePointer, _ column: Int32) -> String {
        let start = sqlite3_column_text(row, column)
        let count = Int(sqlite3_column_bytes(row, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    private func packDecimal(
        _ slot: Int, _ row: OpaquePointer, _ column: Int32, _ type: Int32,
        into packer: RowPacker
    ) -> Bool {
        let decimal: Decimal? =
            switch type {
            case SQLITE_INTEGER: Decimal(sqlite3_column_int64(row, column))
            case SQLITE_FLOAT: Decimal(shortestTextOf: sqlite3_column_double(row, column))
            default: Decimal(plainText: Self.text(row, column))
            }
        guard let decimal else { return false }
        packer.setDecimal(slot, decimal)
        return true
    }

    private func packUUID(
        _ slot: Int, _ row: OpaquePointer, _ column: Int32, into packer: RowPacker
    ) -> Bool {
        guard let start = sqlite3_column_blob(row, column) else { return false }
        if sqlite3_column_bytes(row, column) == 16 {
            packer.set(slot, .uuid, bytes: start, count: 16)
            return true
        }
        guard let uuid = UUID(uuidString: Self.text(row, column)) else { return false }
        packer.set(slot, .uuid, bytesOf: uuid.uuid)
        return true
    }

    private func packURL(
        _ slot: Int, _ row: OpaquePointer, _ column: Int32, into packer: RowPacker
    ) -> Bool {
        var text = Self.text(row, column)
        guard URL(string: text) != nil else { return false }
        text.withUTF8 {
            packer.set(slot, .url, bytes: UnsafeRawPointer($0.baseAddress), count: $0.count)
        }
        return true
    }

    /// Large values are selected as their length, see `Selection`.
    private func packData(
        _ slot: Int, _ row: OpaquePointer, _ column: Int32, _ type: Int32,
        into packer: RowPacker
    ) {
        guard type != SQLITE_INTEGER else {
            let length = sqlite3_column_int64(row, column)
            return packer.set(slot, .deferred, UInt64(max(0, length)))
        }
        let start = sqlite3_column_blob(row, column)
        packer.set(slot, .data, bytes: start, count: Int(sqlite3_column_bytes(row, column)))
    }

    private func packExternal(
        _ slot: Int, _ row: OpaquePointer, _ column: Int32, _ type: Int32,
        into packer: RowPacker
    ) -> Bool {
        guard type != SQLITE_INTEGER else {
            let length = sqlite3_column_int64(row, column) - 1
            packer.set(slot, .deferred, UInt64(max(0, length)))
            return true
        }
        switch ExternalMarker(Self.data(row, column)) {
        case .inline(let data):
            data.withUnsafeBytes {
                packer.set(slot, .data, bytes: $0.baseAddress, count: $0.count)
            }
        case .file(let name):
            packer.set(slot, .deferred, UInt64(max(0, external.byteCount(of: name))))
        case .unknown: return false
        }
        return true
    }

    static func data(_ row: OpaquePointer, _ column: Int32) -> Data {
        let start = sqlite3_column_blob(row, column)
        let count = Int(sqlite3_column_bytes(row, column))
        return Data(UnsafeRawBufferPointer(start: start, count: count))
    }
}
