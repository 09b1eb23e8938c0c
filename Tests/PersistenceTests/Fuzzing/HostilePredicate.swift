import Foundation
import Persistence

/// Unlikely predicates, and damaged ones.
struct HostilePredicate {
    private static let pieces = [
        "a", "b.c", "SELF", "$x", "%@", "%K", "%d", "%%", "1", "-2.5", "0x1F", "1e999", "\"t\"",
        "'u'", "\"", "\\", "(", ")", "((((", "{", "}", "[", "]", ",", ".", "#a", "@", "@count",
        "@sum.a", "==", "=", "<>", "<", ">=", "!", "&&", "||", "AND", "OR", "NOT", "ANY", "ALL",
        "NONE", "SOME", "IN", "BETWEEN", "LIKE", "MATCHES", "CONTAINS[cd]", "SUBQUERY(a, $x, ",
        "TERNARY(", "CAST(", "FUNCTION(", "sum:(", "now()", "TRUEPREDICATE", "NULL", "+", "-",
        "**", "/", "~", "UNION", "INTERSECT", "é", "e\u{301}", "👨‍👩‍👧", "\u{0}", "\n", "\u{FEFF}",
        "\r\n", "FIRST", "LAST", "SIZE", "'NSDate'", "\"\\u12", "\"\\U0010FFFF\"",
        "99999999999999999999",
    ]

    private var generator: PredicateGenerator

    init(seed: UInt64) {
        generator = PredicateGenerator(seed: seed)
    }

    mutating func text(_ random: inout SplitMix) -> String {
        switch random.below(5) {
        case 0: soup(&random)
        case 1: repeated(&random)
        default: changed(&random)
        }
    }

    private func soup(_ random: inout SplitMix) -> String {
        (0..<(1 + random.below(60))).map { _ in random.pick(Self.pieces) }
            .joined(separator: random.pick(["", " "]))
    }

    /// A few pieces repeated many times, which is deep or long.
    private func repeated(_ random: inout SplitMix) -> String {
        let unit = (0...random.below(4)).map { _ in random.pick(Self.pieces) }
            .joined(separator: random.pick(["", " "]))
        let start = random.pick(["", "a == ", "NOT ", "{", "a IN {"])
        return start + String(repeating: unit + random.pick([" ", ""]), count: random.below(2_000))
            + random.pick(["", " == 1", ")", "}"])
    }

    private mutating func changed(_ random: inout SplitMix) -> String {
        var text = Array(generator.predicate().predicateFormat)
        for _ in 0...random.below(4) where !text.isEmpty {
            let place = random.below(text.count)
            let range = random.range(in: text.count, upTo: 12)
            switch random.below(5) {
            case 0: text.removeSubrange(range)
            case 1: text.insert(contentsOf: random.pick(Self.pieces), at: place)
            case 2: text.insert(contentsOf: text[range], at: place)
            case 3: text.replaceSubrange(range, with: Array(random.pick(Self.pieces)))
            default: text.swapAt(place, random.below(text.count))
            }
        }
        return String(text)
    }
}
