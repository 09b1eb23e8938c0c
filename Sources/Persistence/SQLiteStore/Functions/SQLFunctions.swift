import CSQLite

/// The SQL functions of predicates, which share their code with evaluation in memory.
enum SQLFunctions {
    typealias Function =
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void

    /// Registers the functions with a connection.
    ///
    /// - Throws: `PersistenceError.sqlite`.
    static func register(on connection: OpaquePointer) throws {
        try define("predicate_fold", 2, connection, fold)
        try define("predicate_searchable", 1, connection, searchable)
        try define("predicate_text", -1, connection, indexedText)
        try define("predicate_relevance", 2, connection, relevance)
        try define("predicate_contains", 3, connection, contains)
        try define("predicate_begins", 3, connection, begins)
        try define("predicate_ends", 3, connection, ends)
        try define("predicate_like", 3, connection, like)
        try define("predicate_matches", 3, connection, matches)
        try define("predicate_sort_key", 2, connection, sortKey)
        try define("predicate_call", -1, connection, call)
        try define("predicate_decimal", -1, connection, callWithDecimals)
        try defineAggregates(on: connection)
    }

    /// The error code of a predicate that exceeds a limit. SQLite itself does not use it
    /// (SQLITE_CONSTRAINT_FUNCTION, which Swift does not import).
    static let refusal = SQLITE_CONSTRAINT | (4 << 8)

    /// Ends a statement because its predicate exceeds a limit.
    static func refuse(_ context: OpaquePointer?, _ message: String) {
        sqlite3_result_error(context, message, -1)
        sqlite3_result_error_code(context, refusal)
    }

    private static func define(
        _ name: String, _ count: Int32, _ connection: OpaquePointer, _ function: Function
    ) throws {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        try check(
            sqlite3_create_function_v2(
                connection, name, count, flags, nil, function, nil, nil, nil), connection)
    }

    static func check(_ code: Int32, _ connection: OpaquePointer) throws {
        guard code != SQLITE_OK else { return }
        throw PersistenceError.sqlite(
            code: code, message: String(cString: sqlite3_errmsg(connection)), sql: nil, path: nil)
    }

    // MARK: Texts

    private static let fold: Function = { context, count, values in
        let arguments = SQLArguments(values, count)
        guard let text = arguments.text(0) else { return sqlite3_result_null(context) }
        SQLArguments.result(TextFolding.folded(text, arguments.options(1)), context)
    }

    private static let searchable: Function = { context, count, values in
        let arguments = SQLArguments(values, count)
        guard let text = arguments.text(0) else { return sqlite3_result_null(context) }
        SQLArguments.result(SearchFolding.folded(text), context)
    }

    /// The folded texts of a record; NULL if there are none.
    private static let indexedText: Function = { context, count, values in
        let arguments = SQLArguments(values, count)
        var joined: [UInt8] = []
        for index in 0..<arguments.count {
            guard let text = arguments.text(index) else { continue }
            IndexedText.append(folded: SearchFolding.folded(text), to: &joined)
        }
        if joined.isEmpty { return sqlite3_result_null(context) }
        SQLArguments.result(joined, context)
    }

    private static let relevance: Function = { context, count, values in
        let arguments = SQLArguments(values, count)
        let patterns = (arguments.text(1) ?? UnsafeBufferPointer(start: nil, count: 0))
            .split(separator: IndexedText.separator).map(Array.init)
        let rank = SearchRelevance.rank(arguments.text(0) ?? .init(start: nil, count: 0), patterns)
        sqlite3_result_int64(context, rank)
    }

    private static let sortKey: Function = { context, count, values in
        let arguments = SQLArguments(values, count)
        guard let text = arguments.text(0) else { return sqlite3_result_null(context) }
        let comparison: FetchSortDescriptor.Comparison =
            arguments.integer(1) == 2 ? .localizedStandard : .caseInsensitive
        SQLArguments.result(blob: TextSortKey.key(text, comparison), context)
    }

    private static let contains: Function = { context, count, values in
        compare(context, count, values, TextSearch.contains)
    }

    private static let begins: Function = { context, count, values in
        compare(context, count, values, TextSearch.begins)
    }

    private static let ends: Function = { context, count, values in
        compare(context, count, values, TextSearch.ends)
    }

    private static func compare(
        _ context: OpaquePointer?, _ count: Int32,
        _ values: UnsafeMutablePointer<OpaquePointer?>?,
        _ holds: (
            UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, FetchComparison.Options
        ) -> Bool
    ) {
        let arguments = SQLArguments(values, count)
        guard let text = arguments.text(0), let pattern = arguments.text(1) else {
            return sqlite3_result_null(context)
        }
        sqlite3_result_int(context, holds(text, pattern, arguments.options(2)) ? 1 : 0)
    }

    private static let like: Function = { context, count, values in
        let arguments = SQLArguments(values, count)
        guard let text = arguments.text(0), let pattern = arguments.text(1) else {
            return sqlite3_result_null(context)
        }
        let folded = TextFolding.folded(text, arguments.options(2))
        let matches = LikePattern(String(decoding: pattern, as: UTF8.self))
            .matches(String(decoding: folded, as: UTF8.self))
        sqlite3_result_int(context, matches ? 1 : 0)
    }

    private static let matches: Function = { context, count, values in
        let arguments = SQLArguments(values, count)
        guard let text = arguments.text(0), let pattern = arguments.text(1) else {
            return sqlite3_result_null(context)
        }
        do {
            let matches = try MatchBudget.ofStatement(context, pattern: 1).spend {
                try RegularExpressions.shared.matches(
                    String(decoding: text, as: UTF8.self),
                    String(decoding: pattern, as: UTF8.self), arguments.options(2))
            }
            sqlite3_result_int(context, matches ? 1 : 0)
        } catch {
            refuse(context, "\(error)")
        }
    }

    // MARK: Functions of single values

    private static let call: Function = { context, count, values in
        call(context, SQLArguments(values, count)) { $0 }
    }

    private static let callWithDecimals: Function = { context, count, values in
        call(context, SQLArguments(values, count)) { value in
            value.exactDecimal.map(AttributeValue.decimal) ?? value
        }
    }

    private static func call(
        _ context: OpaquePointer?, _ arguments: SQLArguments,
        _ convert: (AttributeValue) -> AttributeValue
    ) {
        guard let name = arguments.text(0),
            let function = PredicateFunction(rawValue: String(decoding: name, as: UTF8.self)),
            function.isScalar, arguments.count == function.arity + 1
        else {
            return refuse(context, "There is no such function of predicates.")
        }
        let operands = (1..<arguments.count).map { convert(arguments.value($0)) }
        do {
            let value = try PredicateArithmetic.value(of: function, operands)
            SQLArguments.result(value, context)
        } catch {
            refuse(context, error.message)
        }
    }
}

extension SQLFunctions {
    /// The state of an aggregate function, which SQLite keeps by a pointer.
    private final class Accumulator {
        var sum = NumberSum()
    }

    static func defineAggregates(on connection: OpaquePointer) throws {
        for (name, final) in [("predicate_sum", finishSum), ("predicate_average", finishAverage)] {
            let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
            try check(
                sqlite3_create_function_v2(
                    connection, name, 1, flags, nil, nil, step, final, nil), connection)
        }
    }

    private typealias Final = @convention(c) (OpaquePointer?) -> Void

    private static let step: Function = { context, count, values in
        let value = SQLArguments(values, count).value(0)
        guard !value.isNull, let state = state(context, creating: true) else { return }
        let accumulator: Accumulator
        if let pointer = state.pointee {
            accumulator = Unmanaged<Accumulator>.fromOpaque(pointer).takeUnretainedValue()
        } else {
            accumulator = Accumulator()
            state.pointee = Unmanaged.passRetained(accumulator).toOpaque()
        }
        let number = value.exactDecimal.map(AttributeValue.decimal) ?? value
        if !accumulator.sum.add(number) {
            refuse(context, "A sum needs numbers.")
        }
    }

    private static let finishSum: Final = { context in
        do {
            SQLArguments.result(try take(context).total(), context)
        } catch {
            refuse(context, "\(error)")
        }
    }

    private static let finishAverage: Final = { context in
        SQLArguments.result(take(context).average, context)
    }

    /// Returns the sum and releases its state.
    private static func take(_ context: OpaquePointer?) -> NumberSum {
        guard let state = state(context, creating: false), let pointer = state.pointee else {
            return NumberSum()
        }
        state.pointee = nil
        return Unmanaged<Accumulator>.fromOpaque(pointer).takeRetainedValue().sum
    }

    private static func state(
        _ context: OpaquePointer?, creating: Bool
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
        let size = Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)
        // SQLite returns zeroed memory, which is a nil pointer.
        return sqlite3_aggregate_context(context, creating ? size : 0)?
            .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }
}

/// The time limit for a statement's regular expressions over all its rows.
final class MatchBudget {
    /// The initial time.
    static let whole = Duration.seconds(2)

    struct Exhausted: Error, CustomStringConvertible {
        let description = "The regular expression takes too long over all records."
    }

    private var left = MatchBudget.whole

    /// The budget of the running statement, which SQLite keeps with the constant pattern.
    static func ofStatement(_ context: OpaquePointer?, pattern index: Int32) -> MatchBudget {
        if let known = sqlite3_get_auxdata(context, index) {
            return Unmanaged<MatchBudget>.fromOpaque(known).takeUnretainedValue()
        }
        let budget = MatchBudget()
        sqlite3_set_auxdata(context, index, Unmanaged.passRetained(budget).toOpaque()) { kept in
            if let kept { Unmanaged<MatchBudget>.fromOpaque(kept).release() }
        }
        return budget
    }

    /// Runs a closure within the remaining time.
    ///
    /// - Throws: `Exhausted` if none is left; errors of the closure.
    func spend<Result>(_ body: () throws -> Result) throws -> Result {
        if left <= .zero { throw Exhausted() }
        let start = ContinuousClock.now
        defer { left -= ContinuousClock.now - start }
        return try body()
    }
}
