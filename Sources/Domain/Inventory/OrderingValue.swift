/// The numbers of a user-defined order. A moved record gets a number between those of its new
/// neighbors, so that no other record changes.
enum OrderingValue {
    /// A number between two neighbors, nil at an end of the list; nil if the gap is too small.
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
