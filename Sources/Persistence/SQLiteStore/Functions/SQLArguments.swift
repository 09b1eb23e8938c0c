import CSQLite
import Foundation

/// The arguments of a call of an SQL function, valid during the call.
struct SQLArguments {
    let count: Int
    private let values: UnsafeMutablePointer<OpaquePointer?>?

    init(_ values: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int32) {
        self.values = values
        self.count = Int(count)
    }

    private subscript(index: Int) -> OpaquePointer? { values?[index] }

    /// The bytes of a text; nil for no value.
    func text(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
        guard let start = sqlite3_value_text(self[index]) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(self[index])))
    }

    func integer(_ index: Int) -> Int { Int(sqlite3_value_int64(self[index])) }

    func options(_ index: Int) -> FetchComparison.Options {
        FetchComparison.Options(rawValue: integer(index))
    }

    func value(_ index: Int) -> AttributeValue {
        SQLValue(self[index]).stored
    }

    // SQLite copies what it is given with this.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    static func result(_ text: [UInt8], _ context: OpaquePointer?) {
        text.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            // An empty array may have no address, which SQLite would take for no value.
            guard let start, !bytes.isEmpty else {
                return sqlite3_result_text(context, "", 0, transient)
            }
            sqlite3_result_text64(
                context, start, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
        }
    }

    static func result(blob: [UInt8], _ context: OpaquePointer?) {
        blob.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                return sqlite3_result_zeroblob(context, 0)
            }
            sqlite3_result_blob64(context, start, UInt64(bytes.count), transient)
        }
    }

    static func result(_ value: AttributeValue, _ context: OpaquePointer?) {
        switch value {
        case .string(let text):
            result(Array(text.utf8), context)
        case .integer, .boolean, .double, .decimal:
            switch value.storedNumber {
            case .integer(let number): sqlite3_result_int64(context, number)
            case .double(let number): sqlite3_result_double(context, number)
            case nil: sqlite3_result_null(context)
            }
        default:
            sqlite3_result_null(context)
        }
    }
}
