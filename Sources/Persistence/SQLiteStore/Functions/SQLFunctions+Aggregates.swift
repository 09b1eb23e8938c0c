import CSQLite

extension SQLFunctions {
    /// The state of an aggregate function, which SQLite holds by a pointer.
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

    /// Adds a decimal.
    private static let step: Function = { context, count, values in
        let value = SQLArguments(values, count).value(0)
        guard !value.isNull, let place = place(context, creating: true) else { return }
        let accumulator: Accumulator
        if let pointer = place.pointee {
            accumulator = Unmanaged<Accumulator>.fromOpaque(pointer).takeUnretainedValue()
        } else {
            accumulator = Accumulator()
            place.pointee = Unmanaged.passRetained(accumulator).toOpaque()
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

    /// The sum, whose state is released.
    private static func take(_ context: OpaquePointer?) -> NumberSum {
        guard let place = place(context, creating: false), let pointer = place.pointee else {
            return NumberSum()
        }
        place.pointee = nil
        return Unmanaged<Accumulator>.fromOpaque(pointer).takeRetainedValue().sum
    }

    private static func place(
        _ context: OpaquePointer?, creating: Bool
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
        let size = Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)
        // SQLite gives out zeroed memory, which is a nil pointer.
        return sqlite3_aggregate_context(context, creating ? size : 0)?
            .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }
}
