import Foundation

/// Decodes one at a time the pictures whose decoder holds them whole in memory.
///
/// JPEG and PNG are decoded row by row. HEIF, GIF, WebP, TIFF, progressive JPEG and interlaced PNG
/// are not, and a few large ones at once would need all the memory of a small machine.
enum LargeDecoding {
    /// The number of bytes from which a picture has to wait for others like it.
    static let threshold = 32_000_000

    private static let turn = NSLock()

    /// Runs a closure; a large one after other large ones.
    static func run<Value>(holding bytes: Int, _ body: () throws -> Value) throws -> Value {
        guard bytes >= threshold else { return try body() }
        turn.lock()
        defer { turn.unlock() }
        return try body()
    }
}
