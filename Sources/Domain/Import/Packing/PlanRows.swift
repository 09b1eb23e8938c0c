import Foundation

/// What an import would do with the rows of a file, in their order. A long list of them takes no memory.
public struct PlanRows: Sendable {
    private let packed: SpilledBytes
    /// The first refused rows, by their places.
    private let firstRefused: [Int]

    fileprivate init(_ packed: SpilledBytes, firstRefused: [Int]) {
        self.packed = packed
        self.firstRefused = firstRefused
    }

    /// How many there are.
    public var count: Int { packed.count }

    /// What is done with a row.
    ///
    /// - Throws: errors of the file system.
    public func outcome(at index: Int) throws -> RowOutcome {
        try RowOutcome(packed: packed.bytes(at: index))
    }

    /// What is done with some rows.
    ///
    /// - Throws: errors of the file system.
    public func outcomes(_ range: Range<Int>) throws -> [RowOutcome] {
        try range.clamped(to: 0..<count).map(outcome(at:))
    }

    /// What is done with all rows, at once.
    ///
    /// - Throws: errors of the file system.
    public func all() throws -> [RowOutcome] { try outcomes(0..<count) }

    /// The places of some rows, those of the refused ones first.
    public func firstPlaces(_ count: Int) -> [Int] {
        let refused = Array(firstRefused.prefix(count))
        let known = Set(refused)
        var places = refused
        // Where refused rows are not all among the first ones, those that follow are refused as well.
        for index in 0..<self.count where places.count < count && !known.contains(index) {
            places.append(index)
        }
        return places
    }

    /// The refused rows whose places are remembered.
    fileprivate static let mostRefused = 1_000

    /// Writes outcomes, counts them, and makes the text by which plans are compared.
    struct Writer {
        private var writer = SpilledBytesWriter()
        private var firstRefused: [Int] = []
        private(set) var counts = ImportCounts()
        /// How many there are so far.
        var count: Int { writer.count }
        private var digest = PlanDigest()

        /// - Parameter reading: the columns that are read, and those that are not: two ways to read one
        ///   file may do different things to records of the same names.
        init(reading: [String]) {
            reading.forEach { digest.add($0) }
        }

        /// Adds what is done with the next row.
        ///
        /// - Throws: errors of the file system.
        mutating func append(_ outcome: RowOutcome) throws {
            counts.add(outcome.verdict)
            digest.add(outcome)
            if case .refused = outcome.verdict, firstRefused.count < PlanRows.mostRefused {
                firstRefused.append(writer.count)
            }
            try writer.append(outcome.packed)
        }

        /// The plan.
        ///
        /// - Throws: errors of the file system.
        mutating func finish(warnings: [String]) throws -> ImportPlan {
            ImportPlan(
                rows: PlanRows(try writer.finish(), firstRefused: firstRefused), counts: counts,
                warnings: warnings, digest: digest.text)
        }
    }
}
