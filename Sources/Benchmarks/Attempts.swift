import Foundation

/// Pieces of work of which one that fails does not keep the others from being done.
struct Attempts {
    private var failureCount = 0

    /// Does a piece of work, and says why it fails if it does.
    mutating func attempt(_ name: String, _ work: () throws -> Void) {
        do {
            try work()
        } catch {
            failureCount += 1
            FileHandle.standardError.write(Data("benchmarks: \(name): \(error)\n".utf8))
        }
    }

    /// - Throws: if any of the work has failed.
    func check() throws(BenchmarkFailure) {
        guard failureCount > 0 else { return }
        throw BenchmarkFailure("Some of it could not be measured; see above.")
    }
}
