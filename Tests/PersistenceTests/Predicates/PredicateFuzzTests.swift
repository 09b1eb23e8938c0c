import Foundation
import Persistence
import Testing

@Suite("Fuzzing of the predicate parser")
struct PredicateFuzzTests {
    private static let pieces = [
        "a", "b.c", "SELF", "$x", "%@", "%K", "%d", "1", "-2.5", "0x", "\"t", "'u'", "\\", "(", ")",
        "{",
        "}", "[", "]", ",", ".", "#", "@", "@count", "==", "=", "<", ">", "!", "&&", "||", "AND",
        "OR", "NOT", "ANY", "ALL", "NONE", "IN", "BETWEEN", "LIKE", "MATCHES", "CONTAINS", "[cd]",
        "SUBQUERY(", "TERNARY(", "CAST(", "FUNCTION(", "sum:(", "now()", "TRUEPREDICATE", "nil",
        "+",
        "-", "*", "**", "/", "~", "UNION", "é", "😀", "\u{0}", "\n", "FIRST", "'NSDate'",
        "\"\\u12\"",
    ]

    @Test("Any text is parsed, or refused with a position within it", arguments: 0..<4)
    func soup(seed: Int) throws {
        var random = SplitMix(state: UInt64(seed))
        var readable = 0
        for _ in 0..<10_000 {
            let length = 1 + random.below(12)
            let text = (0..<length).map { _ in random.pick(Self.pieces) }
                .joined(separator: random.pick(["", " "]))
            let arguments = Array(repeating: "k", count: random.below(2))
            switch Result(catching: { try FetchPredicate(format: text, arguments: arguments) }) {
            case .success(let predicate):
                readable += 1
                #expect(
                    try FetchPredicate(format: predicate.predicateFormat) == predicate,
                    "\(predicate)")
            case .failure(let error):
                let fault = try #require(error as? PredicateSyntaxError)
                #expect((0...text.count).contains(fault.offset))
                #expect(fault.offset + fault.length <= text.count)
                #expect(!fault.excerpt.isEmpty)
            }
        }
        #expect(readable > 0)
    }

    @Test("A mutated predicate is parsed or refused", arguments: 0..<2)
    func mutations(seed: Int) throws {
        var random = SplitMix(state: UInt64(77 + seed))
        var generator = PredicateGenerator(seed: UInt64(seed))
        var readable = 0
        for _ in 0..<3_000 {
            var text = Array(generator.predicate().predicateFormat)
            for _ in 0...random.below(2) where !text.isEmpty {
                let place = random.below(text.count)
                switch random.below(3) {
                case 0: text.remove(at: place)
                case 1: text.insert(contentsOf: random.pick(Self.pieces), at: place)
                default: text.swapAt(place, random.below(text.count))
                }
            }
            switch Result(catching: { try FetchPredicate(format: String(text)) }) {
            case .success(let predicate):
                readable += 1
                #expect(
                    try FetchPredicate(format: predicate.predicateFormat) == predicate,
                    "\(predicate)")
            case .failure(let error):
                let fault = try #require(error as? PredicateSyntaxError)
                #expect((0...text.count).contains(fault.offset))
            }
        }
        #expect(readable > 100)
    }
}
