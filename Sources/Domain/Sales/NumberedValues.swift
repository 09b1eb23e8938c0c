/// Values by the numbers of records or days.
struct NumberedValues<Value> {
    private let first: Int64
    /// The values beside each other, where that takes little memory.
    private var dense: [Value] = []
    private var sparse: [Int64: Value] = [:]
    private let initial: Value
    private static var denseLimit: Int64 { 1_000_000 }

    /// - Parameters:
    ///   - keys: the least and the greatest number.
    ///   - initial: the value of each number in the beginning.
    init(keys: ClosedRange<Int64>, initial: Value) {
        first = keys.lowerBound
        self.initial = initial
        if keys.upperBound - keys.lowerBound < Self.denseLimit {
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
