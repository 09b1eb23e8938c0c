import Foundation

/// A piece of work, its limit, and the goal.
struct Measurement {
    let name: String
    /// The measured result with its unit.
    let result: String
    /// The limit's result in the same run, with its unit; empty if the goal is absolute.
    let limit: String
    let ratio: Double?
    /// The goal, as in `≤ 1.5`; empty for a figure for orientation.
    let goal: String
    let isReached: Bool?

    /// A time with a maximum multiple of its limit as the goal.
    static func time(
        _ name: String, _ seconds: Double, limit: Double, atMost factor: Double
    ) -> Measurement {
        let ratio = seconds / limit
        return Measurement(
            name: name, result: number(seconds * 1000, "ms"), limit: number(limit * 1000, "ms"),
            ratio: ratio, goal: "≤ \(factor)", isReached: ratio <= factor)
    }

    /// Two times side by side, for orientation.
    static func comparison(_ name: String, _ seconds: Double, limit: Double) -> Measurement {
        Measurement(
            name: name, result: number(seconds * 1000, "ms"), limit: number(limit * 1000, "ms"),
            ratio: seconds / limit, goal: "", isReached: nil)
    }

    /// A rate with a minimum fraction of its limit as the goal.
    static func rate(
        _ name: String, _ rate: Double, limit: Double, atLeast factor: Double?
    ) -> Measurement {
        let ratio = rate / limit
        return Measurement(
            name: name, result: number(rate, "/s"), limit: number(limit, "/s"), ratio: ratio,
            goal: factor.map { "≥ \($0)" } ?? "", isReached: factor.map { ratio >= $0 })
    }

    /// An amount with a maximum as the goal; without a goal it is for orientation.
    static func amount(
        _ name: String, _ amount: Double, _ unit: String, atMost goal: Double?
    ) -> Measurement {
        Measurement(
            name: name, result: number(amount, unit), limit: "", ratio: nil,
            goal: goal.map { String(format: "≤ %g \(unit)", $0) } ?? "",
            isReached: goal.map { amount <= $0 })
    }

    /// The median and the 99th percentile of times in seconds.
    ///
    /// - Parameter other: the name of the second row. Default: the same.
    static func percentiles(
        _ name: String, _ times: [Double], other: String = "the same", median: Double? = nil,
        ninetyNinth: Double? = nil
    ) -> [Measurement] {
        [
            amount("\(name), median", times.median * 1000, "ms", atMost: median),
            amount(
                "\(other), 99th percentile", times.ninetyNinth * 1000, "ms", atMost: ninetyNinth),
        ]
    }

    static let head = """
        | work | took | baseline | ratio | goal | |
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

extension [Double] {
    var median: Double { sorted()[count / 2] }
    var ninetyNinth: Double { sorted()[count * 99 / 100] }
}

/// The median seconds of some rounds, without the preparation of each. After the first one, no round
/// starts later than the limit.
func median(
    of rounds: Int, within limit: Duration? = nil, before prepare: (Int) throws -> Void = { _ in },
    _ body: (Int) throws -> Void
) rethrows -> Double {
    let end = limit.map { ContinuousClock.now + $0 }
    var times: [Double] = []
    for round in 0..<rounds {
        if let end, !times.isEmpty, ContinuousClock.now >= end { break }
        try prepare(round)
        times.append(try seconds { try body(round) })
    }
    return times.median
}

/// The best times of two closures in turns, so that other load affects both. Further rounds start
/// as long as less than a minute has passed.
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
