/// How far a fetch has come.
public struct FetchProgress: Sendable, Hashable {
    /// The number of records, or of dictionaries, that were read so far.
    public internal(set) var completedUnitCount = 0
    /// The number that will be read; nil while it is unknown. At the end it is known.
    public internal(set) var totalUnitCount: Int?
    /// Whether the fetch is at its end.
    public internal(set) var isFinished = false

    /// The part that was read, from 0 to 1; nil while the total is unknown.
    public var fractionCompleted: Double? {
        if isFinished { return 1 }
        guard let totalUnitCount, totalUnitCount > 0 else { return nil }
        return min(1, Double(completedUnitCount) / Double(totalUnitCount))
    }
}
