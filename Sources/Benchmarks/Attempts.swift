import Foundation

/// Runs pieces of work; the failure of one does not stop the others.
struct Attempts {
    private var failureCount = 0

    /// Runs a piece of work, and prints its error if it fails.
    mutating func attempt(_ name: String, _ work: () throws -> Void) {
        do {
            try work()
        } catch {
            failureCount += 1
            FileHandle.standardError.write(Data("benchmarks: \(name): \(error)\n".utf8))
        }
    }

    /// - Throws: an error if any of the work has failed.
    func check() throws(BenchmarkFailure) {
        guard failureCount > 0 else { return }
        throw BenchmarkFailure("Some of it could not be measured; see above.")
    }
}
