import CLibpq
import Foundation
import Persistence

/// A row of an answer, wherever its bytes are. The same object moves from row to row.
final class PostgreSQLRow {
    /// The types of the columns, as far as known.
    private(set) var types: [Oid]
    // One thread uses a row; checking each access for exclusivity would cost more than the access.
    @exclusivity(unchecked)
    private var values: [UnsafeRawBufferPointer?] = []
    /// The object that owns the memory of the values.
    @exclusivity(unchecked)
    private var owner: AnyObject?

    init(types: [Oid] = []) {
        self.types = types
    }

    /// Starts at a row of a result.
    convenience init(_ number: Int, of result: ServerResult) {
        self.init()
        move(to: number, of: result)
    }

    /// Moves to a row of a result.
    func move(to number: Int, of result: ServerResult) {
        owner = result
        let (handle, row, count) = (result.handle, Int32(number), PQnfields(result.handle))
        if types.count != count { types = (0..<count).map { PQftype(handle, $0) } }
        values.removeAll(keepingCapacity: true)
        values.reserveCapacity(types.count)
        for column in 0..<count {
            let length = PQgetlength(handle, row, column)
            let isNull = length == 0 && PQgetisnull(handle, row, column) != 0
            values.append(
                isNull
                    ? nil
                    : UnsafeRawBufferPointer(
                        start: PQgetvalue(handle, row, column), count: Int(length)))
        }
    }

    /// Moves to a row in the format of a binary COPY: the number of values, then each value after
    /// its length.
    ///
    /// Returns false if the row is in another format or does not have a value for each known type.
    func move(to row: CopiedRow) -> Bool {
        owner = row
        values.removeAll(keepingCapacity: true)
        let bytes = row.bytes
        guard bytes.count >= 2 else { return false }
        let count = Int16(bigEndian: bytes.loadUnaligned(as: Int16.self))
        guard count == types.count else { return false }
        var offset = 2
        for _ in 0..<count {
            guard offset + 4 <= bytes.count else { return false }
            let length = Int(
                Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
            offset += 4
            guard length >= 0 else {
                values.append(nil)
                continue
            }
            guard offset + length <= bytes.count else { return false }
            values.append(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length]))
            offset += length
        }
        return offset == bytes.count
    }

    func isNull(_ column: Int32) -> Bool { values[Int(column)] == nil }

    /// Calls a closure with the bytes of a value; with none for NULL.
    func withBytes<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        withExtendedLifetime(owner) {
            body(values[Int(column)] ?? UnsafeRawBufferPointer(start: nil, count: 0))
        }
    }

    /// The type of a column; nil for a type that stores do not use.
    func type(_ column: Int32) -> ServerType? { ServerType(rawValue: types[Int(column)]) }
}

extension PostgreSQLRow {
    /// An integer of any width; 0 for NULL.
    @inline(__always)
    func integer(_ column: Int32) -> Int64 {
        withBytes(column) { bytes in
            switch bytes.count {
            case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
            case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
            case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
            case 1: Int64(bytes[0])
            default: 0
            }
        }
    }

    /// A floating-point number of either width; 0 for NULL.
    @inline(__always)
    func double(_ column: Int32) -> Double {
        withBytes(column) { bytes in
            switch bytes.count {
            case 8: Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
            case 4:
                Double(Float(bitPattern: UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))))
            default: 0
            }
        }
    }

    func boolean(_ column: Int32) -> Bool { withBytes(column) { $0.first == 1 } }

    func string(_ column: Int32) -> String {
        withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    func data(_ column: Int32) -> Data { withBytes(column) { Data($0) } }

    func uuid(_ column: Int32) -> UUID? {
        withBytes(column) { bytes in
            bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
        }
    }

    func decimal(_ column: Int32) -> Decimal? { withBytes(column, BinaryFormat.decimal) }

    func date(_ column: Int32) -> Date? {
        withBytes(column) { bytes in
            guard bytes.count == 8 else { return nil }
            return BinaryFormat.date(
                microseconds: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
        }
    }
}

/// The bytes of a copied row.
final class CopiedRow {
    /// The length of the signature, the flags and the length field of the header.
    private static let headerLength = 19

    let bytes: UnsafeRawBufferPointer
    private let memory: UnsafeMutablePointer<CChar>

    /// - Parameters:
    ///   - memory: the buffer from libpq, freed with this object.
    ///   - isFirst: whether the header of the stream comes before the row.
    init(_ memory: UnsafeMutablePointer<CChar>, count: Int, isFirst: Bool) {
        self.memory = memory
        let all = UnsafeRawBufferPointer(start: memory, count: count)
        bytes = isFirst ? UnsafeRawBufferPointer(rebasing: all.dropFirst(Self.headerLength)) : all
    }

    deinit {
        PQfreemem(memory)
    }

    /// Whether it is the trailer after the last row.
    var isEnd: Bool { bytes.count == 2 && bytes[0] == 0xFF && bytes[1] == 0xFF }
}

extension PostgreSQLRow: SQLRow {
    func pack(_ step: RowPlan.Step, _ slot: Int, into packer: RowPacker) -> Bool {
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

    /// Large values may come as their length only, see `SQLDialect.columns(ofLarge:upTo:)`.
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
