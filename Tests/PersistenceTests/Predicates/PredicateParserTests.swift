import Foundation
import Persistence
import Testing

@Suite("Predicate format strings")
struct PredicateParserTests {
    @Test(
        "Synonymous operators are equivalent",
        arguments: [
            ("a = 1", "a == 1"), ("a <> 1", "a != 1"), ("a =< 1", "a <= 1"), ("a => 1", "a >= 1"),
            ("a == 1 && b == 2", "a == 1 AND b == 2"), ("a == 1 || b == 2", "a == 1 OR b == 2"),
            ("!a == 1", "NOT a == 1"), ("some a == 1", "ANY a == 1"),
            ("NONE a == 1", "NOT ANY a == 1"), ("a == yes", "a == TRUE"), ("a == nil", "a == NULL"),
            ("SELF.a == 1", "a == 1"), ("a in (1, 2)", "a IN {1, 2}"),
            ("sum(a) > 1", "sum:(a) > 1"),
            ("a[SIZE] > 1", "count:(a) > 1"), ("FUNCTION(a, 'length') > 1", "length:(a) > 1"),
            ("#in == 1", "#in == 1"), ("a.#first == 1", "a.#first == 1"),
            ("a == 0x1F", "a == 31"), ("a == -5", "a == -5"), ("a == 'it\\'s'", "a == \"it's\""),
            ("a == \"\\u00e9\"", "a == 'é'"), ("a == '\\ud83d\\ude00'", "a == '😀'"),
            ("a BEGINSWITH [cd] 'x'", "a beginswith[dc] 'x'"),
        ])
    func synonyms(text: String, other: String) throws {
        #expect(try FetchPredicate(format: text) == FetchPredicate(format: other))
    }

    @Test("Operators have the same precedence as in Core Data")
    func precedence() throws {
        let predicate = try FetchPredicate(format: "a == 1 OR b == 2 AND NOT c == 1 + 2 * 3 ** 2")

        #expect(
            predicate.predicateFormat
                == "a == 1 OR (b == 2 AND NOT c == 1 + (2 * (3 ** 2)))")
    }

    @Test("Parentheses can enclose a condition or an expression")
    func parentheses() throws {
        let predicate = try FetchPredicate(format: "((a + 1) * 2 > 4) AND ((b) == (c))")

        #expect(predicate.predicateFormat == "(a + 1) * 2 > 4 AND b == c")
    }

    @Test("Arguments replace format specifiers")
    func arguments() throws {
        let id = try #require(UUID(uuidString: "E4D2F59F-6FA8-4B0F-BF91-4CE98BB81CD5"))
        let predicate = try FetchPredicate(
            format: "%K == %@ AND b IN %@ AND c == %ld AND d == %@ AND e.%K == %@", "x.y", "text",
            [1, 2], 7, nil, "f", id)

        let written = try FetchPredicate(
            format: """
                x.y == 'text' AND b IN {1, 2} AND c == 7 AND d == nil \
                AND e.f == CAST('E4D2F59F-6FA8-4B0F-BF91-4CE98BB81CD5', 'NSUUID')
                """)
        #expect(predicate == written)
    }

    @Test("A format specifier within quotes is text")
    func quotedSigns() throws {
        #expect(
            try FetchPredicate(format: "a == '%@'")
                == .comparison(FetchComparison(.key("a"), .equal, .value("%@"))))
    }

    @Test("Subqueries, conditionals and casts are parsed")
    func forms() throws {
        let predicate = try FetchPredicate(
            format: """
                SUBQUERY(items, $x, $x.price > 5 AND $x.name == name).@count > 2 \
                AND TERNARY(a > 1, b, c) == 3 AND d < CAST('2026-11-21', 'NSDate') \
                AND items.@sum.price BETWEEN {1, 10} AND a[FIRST].b[0] == ~c
                """)

        #expect(try FetchPredicate(format: predicate.predicateFormat) == predicate)
    }

    @Test(
        "A syntax error has its position",
        arguments: [
            ("name = ", 7, "Expected a key or a value, found the end."),
            ("name", 4, "Expected a comparison (==, !=, <, CONTAINS, IN …) after “name”"),
            ("name == 'abc", 8, "The text that begins here has no closing '."),
            ("(a == 1", 7, "Expected “)”, an operator or AND, OR, found the end."),
            ("a == 1 b == 2", 7, "Expected AND, OR or the end, found “b”."),
            ("a == 1 AND", 10, "Expected a key or a value, found the end."),
            ("a == §", 5, "Expected a key, a value or an operator, found “§”."),
            ("a == %@", 5, "There is no argument for %@: 0 were given."),
            ("foo(a) == 1", 0, "There is no function “foo”."),
            ("a ==[x] 1", 5, "Expected options: c, d, n or l, found “x”."),
            ("ällö = =", 7, "Expected a key or a value, found “=”."),
            ("a == CAST('x', 'NSDate')", 10, "“'x'” is no date."),
            (
                "SUBQUERY(a, b, c == 1).@count > 1", 12,
                "Expected a variable such as $item, found “b”."
            ),
            ("in == 1", 0, "(a key of this name is written #in)"),
            ("FETCH(a) == 1", 0, "only in mappings"),
            ("%z == 1", 0, "Expected an argument such as %@, %K, %d or %f"),
        ])
    func faults(text: String, offset: Int, message: String) throws {
        let error = #expect(throws: PredicateSyntaxError.self) {
            try FetchPredicate(format: text)
        }

        #expect(error?.offset == offset)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test("The excerpt marks the erroneous characters")
    func excerpt() {
        let error = #expect(throws: PredicateSyntaxError.self) {
            try FetchPredicate(format: "name == foo(1)")
        }

        #expect(error?.excerpt == "name == foo(1)\n        ^^^")
    }

    @Test("Surplus arguments are refused")
    func leftoverArguments() {
        let error = #expect(throws: PredicateSyntaxError.self) {
            try FetchPredicate(format: "a == %@", 1, 2)
        }

        #expect(error?.message == "2 arguments were given, but the format uses 1.")
    }

    @Test(
        "Deeply nested and long texts are refused instead of overflowing the stack",
        arguments: [
            ("", "(", "a == 1)"), ("", "NOT ", "a == 1"), ("a == ", "-", "x"),
            ("a == 1", "+ 1", ""),
            ("a", "[0]", " == 1"), ("", "{", ""), ("", "a == 1 AND ", "a == 1"),
            ("", "TERNARY(", ""), ("", "SUBQUERY(a, $x, ", ""), ("a == ", "~", "x"),
        ])
    func limits(start: String, repeated: String, end: String) {
        let text = start + String(repeating: repeated, count: 4500) + end

        #expect(throws: PredicateSyntaxError.self) { try FetchPredicate(format: text) }
    }

    @Test("A key path can be long")
    func longKeyPath() throws {
        let path = Array(repeating: "a", count: 1000).joined(separator: ".")

        let predicate = try FetchPredicate(format: "\(path) == 1 AND $x.\(path) == 1")

        #expect(try FetchPredicate(format: predicate.predicateFormat) == predicate)
    }

    @Test("Variables are substituted")
    func substitution() throws {
        let predicate = try FetchPredicate(
            format: "a == $A AND SUBQUERY(b, $A, $A.c == $B).@count > 0 AND $A.d == 1")

        let substituted = predicate.substituting(variables: ["A": 1, "B": nil])

        #expect(
            substituted.predicateFormat
                == "a == 1 AND SUBQUERY(b, $A, $A.c == NULL).@count > 0 AND (1).d == 1")
    }
}
