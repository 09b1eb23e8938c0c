import CLibpq

/// A row of an answer, wherever its bytes are. It goes from one to the next.
final class ReceivedRow: ResultValues {
    /// The types of the columns, as far as they are known.
    private(set) var types: [Oid]
    // One thread uses a row; to look at each use whether another does would cost more than the use.
    @exclusivity(unchecked)
    private var values: [UnsafeRawBufferPointer?] = []
    /// What the memory of the values belongs to.
    @exclusivity(unchecked)
    private var owner: AnyObject?

    init(types: [Oid] = []) {
        self.types = types
    }

    /// A row of a result.
    convenience init(_ number: Int, of result: ServerResult) {
        self.init()
        move(to: number, of: result)
    }

    /// Goes to a row of a result.
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

    /// Goes to a row in the format of a binary COPY: the number of its values, and before each one its length.
    ///
    /// Returns false if it is in another format, or has not a value for each of the known types.
    func move(to row: CopiedRow) -> Bool {
        owner = row
        values.removeAll(keepingCapacity: true)
        let bytes = row.bytes
        guard bytes.count >= 2 else { return false }
        let count = Int16(bigEndian: bytes.loadUnaligned(as: Int16.self))
        guard count == types.count else { return false }
        var place = 2
        for _ in 0..<count {
            guard place + 4 <= bytes.count else { return false }
            let length = Int(
                Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int32.self)))
            place += 4
            guard length >= 0 else {
                values.append(nil)
                continue
            }
            guard place + length <= bytes.count else { return false }
            values.append(UnsafeRawBufferPointer(rebasing: bytes[place..<place + length]))
            place += length
        }
        return place == bytes.count
    }

    func isNull(_ column: Int32) -> Bool { values[Int(column)] == nil }

    func withBytes<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        withExtendedLifetime(owner) {
            body(values[Int(column)] ?? UnsafeRawBufferPointer(start: nil, count: 0))
        }
    }

    func type(_ column: Int32) -> ServerType? { ServerType(rawValue: types[Int(column)]) }
}

/// The bytes of a row that was copied.
final class CopiedRow {
    /// The signature, the flags and the length of what else the header has.
    private static let headerLength = 19

    let bytes: UnsafeRawBufferPointer
    private let memory: UnsafeMutablePointer<CChar>

    /// - Parameters:
    ///   - memory: what libpq has given, which it frees in the end.
    ///   - isFirst: whether the header of the whole stands before the row.
    init(_ memory: UnsafeMutablePointer<CChar>, count: Int, isFirst: Bool) {
        self.memory = memory
        let all = UnsafeRawBufferPointer(start: memory, count: count)
        bytes = isFirst ? UnsafeRawBufferPointer(rebasing: all.dropFirst(Self.headerLength)) : all
    }

    deinit {
        PQfreemem(memory)
    }

    /// Whether it is the mark behind the last row.
    var isEnd: Bool { bytes.count == 2 && bytes[0] == 0xFF && bytes[1] == 0xFF }
}
