import Foundation

/// A piece of work, the limit that it is compared with, and the ratio that it is to reach.
struct Measurement {
    let name: String
    let goal: String
    /// What the work took.
    let result: Double
    /// What the limit took, in the same run.
    let limit: Double
    let unit: String
    let ratio: Double
    let isReached: Bool

    /// A time, which is to be at most so many times its limit.
    static func time(
        _ name: String, _ seconds: Double, limit: Double, atMost factor: Double
    ) -> Measurement {
        let ratio = seconds / limit
        return Measurement(
            name: name, goal: "≤ \(factor)", result: seconds * 1000, limit: limit * 1000,
            unit: "ms", ratio: ratio, isReached: ratio <= factor)
    }

    var row: String {
        let cells = [
            name.padding(toLength: 58, withPad: " ", startingAt: 0),
            Self.number(result, unit), Self.number(limit, unit),
            String(format: "%7.2f", ratio), goal.padding(toLength: 8, withPad: " ", startingAt: 0),
            isReached ? "reached" : "NOT REACHED",
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    private static func number(_ value: Double, _ unit: String) -> String {
        String(format: "%10.2f %@", value, unit)
    }
}

/// The seconds that a closure takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    let duration = ContinuousClock.now - start
    return Double(duration.components.seconds)
        + Double(duration.components.attoseconds) / 1e18
}

/// The best times of two pieces of work that take turns: what disturbs one, disturbs the other.
func bestOf(
    _ rounds: Int, _ first: () throws -> Void, _ second: () throws -> Void
) rethrows -> (Double, Double) {
    var best = (Double.infinity, Double.infinity)
    for _ in 0..<rounds {
        best.1 = min(best.1, try seconds(second))
        best.0 = min(best.0, try seconds(first))
    }
    return best
}
