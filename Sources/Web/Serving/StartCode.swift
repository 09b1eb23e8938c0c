import Foundation
import Synchronization

/// The code that only the start has needed: understanding the command line, reading models and
/// templates, opening the store. It is more than a third of what the program has in memory then.
enum StartCode {
    /// How often it is forgotten yet: when the first page can be asked for, and when the records have been
    /// read ahead. A process starts once; what further sites in it run (those of tests) is at hand.
    private static let remaining = Atomic(2)

    /// Takes all code out of the process's memory. What runs again comes back from its file, which
    /// the system still has at hand; the rest stays away.
    ///
    /// Only parts of files that hold code are meant, which nobody writes to: their memory is that of
    /// the file. Where the system does not tell what they are, nothing is done.
    static func forget() {
        guard remaining.subtract(1, ordering: .relaxed).oldValue > 0 else { return }
        guard let maps = FileHandle(forReadingAtPath: "/proc/self/maps"),
            let text = try? maps.readToEnd()
        else { return }
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            // 7f0adede1000-7f0adee01000 r-xp 00000000 fe:00 1234  /lib/x86_64-linux-gnu/libmagic.so.1
            let fields = line.split(separator: " ", maxSplits: 5)
            guard fields.count == 6, fields[1] == "r-xp", fields[5].contains("/") else { continue }
            let ends = fields[0].split(separator: "-").compactMap { UInt(String($0), radix: 16) }
            guard ends.count == 2, ends[0] < ends[1] else { continue }
            madvise(
                UnsafeMutableRawPointer(bitPattern: ends[0]), Int(ends[1] - ends[0]), MADV_DONTNEED)
        }
    }
}
