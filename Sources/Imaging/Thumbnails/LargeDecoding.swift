import Foundation

/// Pictures whose decoder holds them whole, in such numbers of bytes that only one may be open at
/// a time.
///
/// JPEG and PNG flow through their decoders row by row. HEIF, GIF, WebP, TIFF, progressive JPEG and
/// interlaced PNG do not, and a few large ones at once would need all the memory of a small
/// machine.
enum LargeDecoding {
    /// From how many bytes on a picture has to wait for others like it.
    static let threshold = 32_000_000

    private static let turn = NSLock()

    /// Does the work, after other large work where it is large itself.
    static func run<Value>(holding bytes: Int, _ body: () throws -> Value) throws -> Value {
        guard bytes >= threshold else { return try body() }
        turn.lock()
        defer { turn.unlock() }
        return try body()
    }
}
