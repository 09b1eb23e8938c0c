import Foundation

/// A piece of work, the limit that it is compared with, and what it is to reach.
struct Measurement {
    let name: String
    /// What the work took, with its unit.
    let result: String
    /// What the limit took in the same run, with its unit; empty where the goal is absolute.
    let limit: String
    let ratio: Double?
    /// As in `≤ 1.5`; empty for a figure that is there for orientation.
    let goal: String
    let isReached: Bool?

    /// A time, which is to be at most so many times its limit.
    static func time(
        _ name: String, _ seconds: Double, limit: Double, atMost factor: Double
    ) -> Measurement {
        let ratio = seconds / limit
        return Measurement(
            name: name, result: number(seconds * 1000, "ms"), limit: number(limit * 1000, "ms"),
            ratio: ratio, goal: "≤ \(factor)", isReached: ratio <= factor)
    }

    /// Two times beside each other, for orientation.
    static func comparison(_ name: String, _ seconds: Double, limit: Double) -> Measurement {
        Measurement(
            name: name, result: number(seconds * 1000, "ms"), limit: number(limit * 1000, "ms"),
            ratio: seconds / limit, goal: "", isReached: nil)
    }

    /// A rate, which is to be at least so much of its limit.
    static func rate(
        _ name: String, _ rate: Double, limit: Double, atLeast factor: Double?
    ) -> Measurement {
        let ratio = rate / limit
        return Measurement(
            name: name, result: number(rate, "/s"), limit: number(limit, "/s"), ratio: ratio,
            goal: factor.map { "≥ \($0)" } ?? "", isReached: factor.map { ratio >= $0 })
    }

    /// An amount, which is to be at most so much; no goal makes it a figure for orientation.
    static func amount(
        _ name: String, _ amount: Double, _ unit: String, atMost goal: Double?
    ) -> Measurement {
        Measurement(
            name: name, result: number(amount, unit), limit: "", ratio: nil,
            goal: goal.map { String(format: "≤ %g \(unit)", $0) } ?? "",
            isReached: goal.map { amount <= $0 })
    }

    static let head = """
        | work | took | limit | ratio | to reach | |
        | --- | ---: | ---: | ---: | --- | --- |
        """

    var row: String {
        let verdict = isReached.map { $0 ? "reached" : "NOT REACHED" } ?? ""
        let ratio = ratio.map { String(format: "%.2f", $0) } ?? ""
        return "| " + [name, result, limit, ratio, goal, verdict].joined(separator: " | ") + " |"
    }

    private static func number(_ value: Double, _ unit: String) -> String {
        String(format: value < 1000 ? "%.2f %@" : "%.0f %@", value, unit)
    }
}

/// The seconds that a closure takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
}

/// The best times of two pieces of work that take turns: what disturbs one, disturbs the other. The first
/// round is done in any case, the others as long as it is no later than a minute after the beginning.
func bestOf(
    _ rounds: Int, before prepare: () throws -> Void = {}, _ first: () throws -> Void,
    _ second: () throws -> Void
) rethrows -> (Double, Double) {
    var best = (Double.infinity, Double.infinity)
    let end = ContinuousClock.now + .seconds(60)
    for round in 0..<rounds where round == 0 || ContinuousClock.now < end {
        try prepare()
        best.1 = min(best.1, try seconds(second))
        try prepare()
        best.0 = min(best.0, try seconds(first))
    }
    return best
}
