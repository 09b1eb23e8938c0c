public import Foundation
import ObjectModel

extension ManagedObject {
    /// Calls a closure with the stored data of a binary or transformable attribute, piece by piece and in order,
    /// so that a large value is in memory at no time. Without a value, or with one that was not saved yet and
    /// is no data, it is not called.
    ///
    /// A value that was read before, or set, comes from the object; any other one comes from the store, in the state that
    /// the context reads.
    ///
    /// - Parameters:
    ///   - key: the attribute.
    ///   - size: the size of the pieces in bytes; the last one may be smaller. Default: 1 MiB.
    /// - Throws: `PersistenceError.misuse` for another property, errors of the store, what the closure
    ///   throws.
    public final func readData(
        forKey key: String, inPiecesOf size: Int = 1 << 20, _ body: (Data) throws -> Void
    ) throws {
        guard size > 0, let slot = layout.slotNumbers[key],
            [.binaryData, .transformable].contains(layout.slots[slot].attribute?.attributeType)
        else {
            throw PersistenceError.misuse("\(layout.name).\(key) is no binary data")
        }
        fireIfNeeded()
        switch row?[slot] {
        case .data(let data): try data.forEachPiece(of: size, body)
        case .deferred:
            try context?.readDeferred(layout.slots[slot], of: self, inPiecesOf: size, body)
        default: break
        }
    }
}

extension Data {
    /// Calls a closure with the bytes, so many at a time.
    func forEachPiece(of size: Int, _ body: (Data) throws -> Void) rethrows {
        for start in stride(from: startIndex, to: endIndex, by: size) {
            try body(Data(self[start..<Swift.min(start + size, endIndex)]))
        }
    }
}
