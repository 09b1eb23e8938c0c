import Foundation

/// Does the same work several times at once, each on a thread of its own: queues have no more threads than there
/// are cores.
///
/// - Throws: the first of what the work throws, once all have ended.
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
