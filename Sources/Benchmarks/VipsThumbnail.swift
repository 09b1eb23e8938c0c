import CBaseline
import Dispatch
import Synchronization

/// The thumbnail of a picture, made by libvips alone, in C.
enum VipsThumbnail {
    /// The seconds of the fastest of some runs.
    static func minimumSeconds(for picture: String, count: Int) throws -> Double {
        guard baseline_start_vips() == 0 else { throw BaselineFailure(code: 1) }
        var best = Double.infinity
        for _ in 0..<count {
            var code: Int32 = 0
            best = min(best, seconds { code = baseline_thumbnail(picture, 320) })
            guard code == 0 else { throw BaselineFailure(code: code) }
        }
        return best
    }

    /// The seconds for a number of thumbnails on all cores.
    static func secondsOnAllCores(for picture: String, count: Int) throws -> Double {
        guard baseline_start_vips() == 0 else { throw BaselineFailure(code: 1) }
        baseline_use_one_thread()
        let failures = Mutex(0)
        let time = seconds {
            DispatchQueue.concurrentPerform(iterations: count) { _ in
                guard baseline_thumbnail(picture, 320) != 0 else { return }
                failures.withLock { $0 += 1 }
            }
        }
        guard failures.withLock({ $0 }) == 0 else { throw BaselineFailure(code: 1) }
        return time
    }
}
