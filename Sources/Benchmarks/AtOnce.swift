import Foundation

/// Runs the same closure several times at once, each on its own thread: dispatch queues have no
/// more threads than there are cores.
///
/// - Throws: the first error of the closure, once all have ended.
func atOnce(_ count: Int, _ work: @escaping @Sendable (Int) throws -> Void) throws {
    let group = DispatchGroup()
    let failures = Failures()
    for number in 0..<count {
        group.enter()
        Thread.detachNewThread {
            defer { group.leave() }
            do {
                try work(number)
            } catch {
                failures.add(error)
            }
        }
    }
    group.wait()
    try failures.check()
}
