/// The summary above a form that was refused: how many faults, each a link to its field.
struct FaultSummary: Sendable {
    /// `Two things to put right`.
    var heading: String
    var faults: [FaultLink]
    var hasFaults: Bool

    init(_ faults: [FaultLink] = []) {
        self.faults = faults
        self.hasFaults = !faults.isEmpty
        let words = ["Nothing", "One thing", "Two things", "Three things", "Four things"]
        let count = faults.count < words.count ? words[faults.count] : "\(faults.count) things"
        self.heading = "\(count) to put right"
    }
}
