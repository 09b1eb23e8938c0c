/// The summary above a form that was refused: how many faults, each a link to its field.
struct FaultSummary: Sendable {
    /// `Please fix two things`.
    var heading: String
    var faults: [FaultLink]

    init(_ faults: [FaultLink] = []) {
        self.faults = faults
        let words = ["nothing", "one thing", "two things", "three things", "four things"]
        let count = faults.count < words.count ? words[faults.count] : "\(faults.count) things"
        self.heading = "Please fix \(count)"
    }
}
