import Foundation
import Synchronization

/// Code that is only needed at the start: for parsing the command line, reading models and
/// templates, and opening the store. It is more than a third of the program's memory at that time.
enum StartCode {
    /// The number of times that it will be unloaded: after the start, and when the caches are warm.
    /// Further sites in the same process (in tests) need it loaded.
    private static let remaining = Atomic(2)

    /// Removes all code pages from the process's memory. Needed ones are loaded again from their
    /// files, which the system still caches.
    ///
    /// Only read-only executable mappings of files are affected. Does nothing if the system does
    /// not list them.
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
