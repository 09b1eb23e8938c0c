/// The numbers of a list that its owner orders: one that moves gets a number between its new
/// neighbours', so that no other record is written.
enum OrderingValue {
    /// A number between those of the new neighbours, nil at an end of the list; or nil if there is
    /// no room for one.
    static func between(_ before: Double?, _ after: Double?) -> Double? {
        switch (before, after) {
        case (nil, nil): return 1
        case (nil, let first?):
            let value = (first + (first - 2)) / 2
            return value < first ? value : nil
        case (let last?, nil):
            let value = (last + (last + 2)) / 2
            return last < value ? value : nil
        case (let before?, let after?):
            let mean = before / 2 + after / 2
            return before < mean && mean < after ? mean : nil
        }
    }
}
