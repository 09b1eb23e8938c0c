/// A number for each of many records, by their record numbers, in little more room than the numbers take.
///
/// Record numbers lie close together, so that the values stand beside each other in pages. Whoever changes
/// one while somebody else has a copy copies one page.
struct RecordValues: Sendable {
    private static let pageSize: Int64 = 512
    /// The values of so many record numbers that follow each other; no number where there is no record.
    private var pages: [Int64: [Double]] = [:]

    /// The value of a record; nil for none.
    subscript(number: Int64) -> Double? {
        get {
            let (page, place) = Self.place(of: number)
            guard let value = pages[page]?[place], !value.isNaN else { return nil }
            return value
        }
        set {
            let (page, place) = Self.place(of: number)
            guard newValue != nil || pages[page] != nil else { return }
            pages[page, default: Self.emptyPage][place] = newValue ?? .nan
        }
    }

    private static var emptyPage: [Double] { Array(repeating: .nan, count: Int(pageSize)) }

    private static func place(of number: Int64) -> (page: Int64, place: Int) {
        // A number below zero is of no record, and has its place all the same.
        let place = number & (pageSize - 1)
        return ((number - place) / pageSize, Int(place))
    }
}
