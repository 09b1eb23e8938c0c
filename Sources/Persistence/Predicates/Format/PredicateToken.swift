/// A word or sign of a predicate's format string.
struct PredicateToken {
    enum Kind: Equatable {
        /// A word that may be a keyword.
        case word(String)
        /// A word that was marked by `#` as no keyword.
        case escapedWord(String)
        /// `@count` and the like.
        case collectionOperator(String)
        /// The name of a function in Core Data's way: `sum:`, `add:to:`.
        case function(String)
        case number(AttributeValue)
        case string(String)
        /// `$NAME`.
        case variable(String)
        /// `%@`, `%K`, `%d` and so on, without the `%`.
        case argument(String)
        case sign(String)
        case end
    }

    var kind: Kind
    /// Where it stands, in Unicode scalars.
    var range: Range<Int>

    /// The word in upper case if it may be a keyword.
    var keyword: String? {
        if case .word(let word) = kind { word.uppercased() } else { nil }
    }

    func isSign(_ sign: String) -> Bool { kind == .sign(sign) }

    /// The words that mean something to the language; as keys they are written with `#`.
    static let reservedWords: Set<String> = [
        "AND", "OR", "NOT", "IN", "ANY", "ALL", "NONE", "SOME", "LIKE", "MATCHES", "CONTAINS",
        "BEGINSWITH", "ENDSWITH", "BETWEEN", "NULL", "NIL", "SELF", "TRUE", "YES", "FALSE", "NO",
        "FIRST", "LAST", "SIZE", "SUBQUERY", "FETCH", "CAST", "TERNARY", "FUNCTION", "UNION",
        "INTERSECT", "MINUS", "TRUEPREDICATE", "FALSEPREDICATE",
    ]
}
