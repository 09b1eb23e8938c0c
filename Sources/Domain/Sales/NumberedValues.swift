/// Values by the numbers of records or days.
struct NumberedValues<Value> {
    private let first: Int64
    /// The values beside each other, where that takes little memory.
    private var dense: [Value] = []
    private var sparse: [Int64: Value] = [:]
    private let initial: Value
    private static var denseLimit: Int64 { 1_000_000 }
    private static var fewLimit: Int64 { 10_000 }

    /// - Parameters:
    ///   - keys: the least and the greatest number.
    ///   - initial: the value of each number in the beginning.
    ///   - areFewUsed: whether only some of many numbers are changed, so that a place for each would take
    ///     longer than all of the changes. Default: no.
    init(keys: ClosedRange<Int64>, initial: Value, areFewUsed: Bool = false) {
        first = keys.lowerBound
        self.initial = initial
        let limit = areFewUsed ? Self.fewLimit : Self.denseLimit
        if keys.upperBound - keys.lowerBound < limit {
            dense = Array(
                repeating: initial, count: Int(keys.upperBound - keys.lowerBound) + 1)
        }
    }

    /// Changes the value of a number.
    mutating func change(_ key: Int64, by body: (inout Value) -> Void) {
        if dense.isEmpty {
            let initial = initial
            body(&sparse[key, default: initial])
        } else {
            body(&dense[Int(key - first)])
        }
    }

    /// What is made of the values, without those of which nothing is.
    func compactMap<Result>(_ body: (Value) -> Result?) -> [Int64: Result] {
        guard !dense.isEmpty else { return sparse.compactMapValues(body) }
        var results: [Int64: Result] = [:]
        for (index, value) in dense.enumerated() {
            if let result = body(value) { results[first + Int64(index)] = result }
        }
        return results
    }
}
