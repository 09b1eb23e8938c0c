import Foundation
import Persistence

/// Generates random predicates for the things of the catalog.
struct PredicateGenerator {
    var random: SplitMix

    init(seed: UInt64) {
        random = SplitMix(state: seed)
    }

    mutating func predicate(depth: Int = 3) -> FetchPredicate {
        switch random.below(depth > 0 ? 6 : 1) {
        case 3: .and((0..<2 + random.below(2)).map { _ in predicate(depth: depth - 1) })
        case 4: .or((0..<2 + random.below(2)).map { _ in predicate(depth: depth - 1) })
        case 5: .not(predicate(depth: depth - 1))
        default: comparison(depth)
        }
    }

    private mutating func comparison(_ depth: Int) -> FetchPredicate {
        switch random.below(13) {
        case 0, 1, 2: textComparison(text(depth))
        case 3, 4: ordered(integer(depth), random.chance(0.8) ? integer(0) : number(0))
        case 5:
            ordered(
                decimal(depth), random.chance(0.8) ? decimal(0) : .constant(.string("12.95")))
        case 6: ordered(number(depth), number(0))
        case 7: ordered(date(), date())
        case 8:
            equality(
                .key("isSold"),
                .constant(
                    random.pick([
                        .null, .boolean(true), .boolean(false), .integer(1), .string("no"),
                    ])))
        case 9: other()
        case 10: quantified(depth)
        case 11: list()
        default:
            .comparison(
                FetchComparison(
                    subquery(depth), random.pick(Self.orders),
                    .constant(.integer(Int64(random.below(3))))))
        }
    }

    static let orders: [FetchComparison.Operator] = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]
    static let searches: [FetchComparison.Operator] = [
        .beginsWith, .endsWith, .contains, .like, .matches,
    ]

    private mutating func ordered(
        _ left: FetchExpression, _ right: FetchExpression
    ) -> FetchPredicate {
        .comparison(FetchComparison(left, random.pick(Self.orders), right))
    }

    private mutating func equality(
        _ left: FetchExpression, _ right: FetchExpression
    ) -> FetchPredicate {
        .comparison(FetchComparison(left, random.pick([.equal, .notEqual]), right))
    }

    private mutating func options() -> FetchComparison.Options {
        random.pick([
            [], [], .caseInsensitive, .diacriticInsensitive,
            [.caseInsensitive, .diacriticInsensitive], .normalized, .localeSensitive,
        ])
    }

    // MARK: Texts

    private mutating func textComparison(
        _ left: FetchExpression, modifier: FetchComparison.Modifier = .direct
    ) -> FetchPredicate {
        let op = random.pick(Self.orders + Self.searches + Self.searches)
        let right: FetchExpression =
            op == .matches
            ? .constant(.string(random.pick(Self.patterns)))
            : random.chance(0.8) ? .constant(textValue(isPart: op == .contains)) : text(0)
        return .comparison(
            FetchComparison(left, op, right, options: options(), modifier: modifier))
    }

    static let patterns = [
        ".*", "[sS]ofa.*", "s.*", "\\d+.*", ".{3}", "(a|b|é).*", "", "Box \\d{2}", "[^a-z]+",
    ]

    private mutating func textValue(isPart: Bool) -> AttributeValue {
        guard let text = random.pick(Catalog.texts) else { return .null }
        switch random.below(4) {
        case 0 where isPart: return .string(String(text.unicodeScalars.dropFirst()))
        case 1: return .string(String(text.prefix(2)))
        case 2: return .string(random.pick(["*", "?", "s*", "*o*", "?o*", "\\*", "*é*", "B*1?"]))
        default: return .string(text)
        }
    }

    private mutating func text(_ depth: Int) -> FetchExpression {
        switch random.below(depth > 0 ? 9 : 6) {
        case 0: .key("category.label")
        case 1: .key("parent.name")
        case 2: .key("parent.category.label")
        case 3: .key("link")
        case 6:
            .function(
                random.pick(["uppercase:", "lowercase:", "canonical:", "searchable:"]),
                [text(depth - 1)])
        case 7: .conditional(comparison(0), text(0), text(0))
        default: .key("name")
        }
    }

    // MARK: Numbers

    private mutating func integer(_ depth: Int) -> FetchExpression {
        switch random.below(depth > 0 ? 14 : 6) {
        case 0, 1: .constant(random.pick(Catalog.integers).map(AttributeValue.integer) ?? .null)
        case 2: .key("parent.count")
        case 6: .key("tags.@count")
        case 7: .key("children.@count")
        case 8: .key(random.pick(["tags.@sum.rank", "tags.rank.@max", "children.tags.@min.rank"]))
        case 9:
            .function(
                random.pick([
                    "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:",
                    "bitwiseAnd:with:", "leftshift:by:",
                ]), [integer(depth - 1), integer(depth - 1)])
        case 10: .key("name.length")
        case 11: .function("length:", [text(0)])
        case 12: .key("category.things.@count")
        case 13: .function("abs:", [integer(0)])
        default: .key("count")
        }
    }

    private mutating func number(_ depth: Int) -> FetchExpression {
        switch random.below(depth > 0 ? 8 : 4) {
        case 0, 1: .constant(random.pick(Catalog.doubles).map(AttributeValue.double) ?? .null)
        case 4:
            .function(
                random.pick(["add:to:", "multiply:by:", "divide:by:"]),
                [number(depth - 1), integer(depth - 1)])
        case 5:
            .function(
                random.pick(["sqrt:", "floor:", "ceiling:", "trunc:", "abs:"]), [number(depth - 1)])
        case 6: .key("tags.@avg.rank")
        case 7: .function("raise:toPower:", [number(0), .constant(.integer(2))])
        default: .key("weight")
        }
    }

    private mutating func decimal(_ depth: Int) -> FetchExpression {
        switch random.below(depth > 0 ? 9 : 4) {
        case 0:
            .constant(
                random.pick(Catalog.decimals).flatMap { Decimal(string: $0) }
                    .map(AttributeValue.decimal) ?? .null)
        case 1:
            .constant(random.pick([.double(0.1), .integer(100), .double(0.3)]))
        case 4, 5:
            .function(
                random.pick(["add:to:", "from:subtract:", "multiply:by:", "divide:by:"]),
                [.key("price"), decimal(depth - 1)])
        case 6:
            .key(
                random.pick(["children.@sum.price", "children.@max.price", "children.@avg.price"]))
        case 7: .function("multiply:by:", [.key("price"), .key("count")])
        default: .key("price")
        }
    }

    private mutating func date() -> FetchExpression {
        switch random.below(5) {
        case 0:
            .constant(
                random.pick(Catalog.dates).map {
                    .date(Date(timeIntervalSinceReferenceDate: $0))
                } ?? .null)
        case 1:
            .constant(.string(random.pick(["2001-01-01", "2026-10-29T20:53:20Z", "2000-12-31"])))
        case 2: .function("add:to:", [.key("bought"), .constant(.double(0.5))])
        case 3: .key("parent.bought")
        default: .key("bought")
        }
    }

    // MARK: The rest

    private mutating func other() -> FetchPredicate {
        switch random.below(5) {
        case 0:
            equality(
                .key("key"), .constant(random.pick(Catalog.keys).map(AttributeValue.uuid) ?? .null))
        case 1:
            ordered(
                .key("data"), .constant(.data(random.pick([Data(), Data([1, 2]), Data([2])]))))
        case 2: equality(.key("parent"), .constant(.null))
        case 3: equality(.key("parent.category"), .key("category"))
        default: equality(.key("parent"), .evaluatedObject)
        }
    }

    private mutating func quantified(_ depth: Int) -> FetchPredicate {
        let modifier = random.pick([FetchComparison.Modifier.any, .all])
        switch random.below(7) {
        case 0: return textComparison(.key("tags.label"), modifier: modifier)
        case 1: return textComparison(.key("children.category.label"), modifier: modifier)
        case 2: return textComparison(.key("children.tags.label"), modifier: modifier)
        case 3:
            return .comparison(
                FetchComparison(
                    .key("children.price"), random.pick(Self.orders), decimal(0), modifier: modifier
                ))
        case 4:
            return .comparison(
                FetchComparison(
                    .key("category.things.count"), random.pick(Self.orders), integer(0),
                    modifier: modifier))
        case 5:
            return .comparison(
                FetchComparison(
                    .key("tags.rank"), .in, .aggregate([.constant(.integer(1)), .constant(.null)]),
                    modifier: modifier))
        default:
            return .comparison(
                FetchComparison(.key("children"), .contains, .evaluatedObject))
        }
    }

    private mutating func list() -> FetchPredicate {
        switch random.below(5) {
        case 0:
            .comparison(
                FetchComparison(
                    text(0), .in,
                    .aggregate(
                        (0..<random.below(4)).map { _ in .constant(textValue(isPart: false)) }),
                    options: options()))
        case 1:
            .comparison(
                FetchComparison(
                    integer(1), .in, .aggregate((0..<random.below(4)).map { _ in integer(0) })))
        case 2:
            .comparison(
                FetchComparison(integer(1), .between, .aggregate([integer(0), integer(0)])))
        case 3:
            .comparison(
                FetchComparison(
                    .key("name"), .between,
                    .aggregate([.constant(.string("A")), .constant(textValue(isPart: false))]),
                    options: options()))
        default:
            .comparison(
                FetchComparison(.constant(textValue(isPart: false)), .in, .key("tags.label")))
        }
    }

    private mutating func subquery(_ depth: Int) -> FetchExpression {
        let member = FetchExpression.variable("x")
        let inner: FetchPredicate =
            switch random.below(4) {
            case 0:
                .comparison(
                    FetchComparison(.keyPathOf(member, ["rank"]), .less, .key("count")))
            case 1: textComparison(.keyPathOf(member, ["label"]))
            case 2:
                .comparison(
                    FetchComparison(
                        .keyPathOf(member, ["things", "@count"]), .greater, .key("tags.@count")))
            default:
                .comparison(
                    FetchComparison(
                        .keyPathOf(member, ["things", "name"]), .equal, .key("parent.name"),
                        modifier: .any))
            }
        let predicate = depth > 0 ? .and([inner, .not(comparisonInside())]) : inner
        return .keyPathOf(
            .subquery(collection: .key("tags"), variable: "x", predicate: predicate), ["@count"])
    }

    private mutating func comparisonInside() -> FetchPredicate {
        ordered(.keyPathOf(.variable("x"), ["rank"]), integer(0))
    }
}
