/// Formats sizes of files.
enum ByteCount {
    /// A size in a suitable unit, as in `25 MB`, `31.4 MB` or `512 bytes`.
    ///
    /// It is rounded up, so that a size above a limit never reads like the limit.
    static func text(_ bytes: Int) -> String {
        switch bytes {
        case ..<1_000: "\(bytes) bytes"
        case ..<1_000_000: tenths(bytes, of: 1_000) + " kB"
        default: tenths(bytes, of: 1_000_000) + " MB"
        }
    }

    private static func tenths(_ bytes: Int, of unit: Int) -> String {
        let tenth = unit / 10
        let count = bytes / tenth + (bytes % tenth == 0 ? 0 : 1)
        return count % 10 == 0 ? "\(count / 10)" : "\(count / 10).\(count % 10)"
    }
}
