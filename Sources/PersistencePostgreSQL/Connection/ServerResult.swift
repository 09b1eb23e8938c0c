import CLibpq
import Foundation

/// Rows that a server has answered with.
final class ServerResult {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        PQclear(handle)
    }

    var rowCount: Int { Int(PQntuples(handle)) }

    /// The number of rows that the statement has written.
    var changedCount: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// What the statement was, as the server calls it, with the number of rows.
    var commandTag: String { String(cString: PQcmdStatus(handle)) }

    subscript(row: Int) -> ResultRow { ResultRow(of: self, row: Int32(row)) }
}

/// A row of a result in binary form, which holds the result.
struct ResultRow: ResultValues {
    /// What the memory of the row belongs to.
    private let owner: ServerResult
    private let row: Int32

    fileprivate init(of owner: ServerResult, row: Int32) {
        self.owner = owner
        self.row = row
    }

    @inline(__always)
    private func withResult<T>(_ body: (OpaquePointer, Int32) -> T) -> T {
        withExtendedLifetime(owner) { body(owner.handle, row) }
    }

    @inline(__always)
    func isNull(_ column: Int32) -> Bool {
        withResult { PQgetisnull($0, $1, column) != 0 }
    }

    @inline(__always)
    func withBytes<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        withResult { result, row in
            body(
                UnsafeRawBufferPointer(
                    start: PQgetvalue(result, row, column),
                    count: Int(PQgetlength(result, row, column))))
        }
    }

    func type(_ column: Int32) -> ServerType? {
        withResult { result, _ in ServerType(rawValue: PQftype(result, column)) }
    }
}

/// The values of a row in binary form.
protocol ResultValues {
    func isNull(_ column: Int32) -> Bool

    /// Calls a closure with the bytes of a value; with none for no value.
    func withBytes<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> T) -> T

    /// The type of a column; nil for one that is none of the store's.
    func type(_ column: Int32) -> ServerType?
}

extension ResultValues {
    /// A whole number of any width; 0 for none.
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

    /// A number of either width; 0 for none.
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
