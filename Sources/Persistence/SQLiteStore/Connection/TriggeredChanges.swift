/// The derived values that triggers reported since the changes were last taken.
///
/// A connection owns one; it belongs to the thread that the connection does.
final class TriggeredChanges {
    /// One attribute of one record.
    struct Place: Hashable {
        var entityNumber: Int
        var key: Int64
        var attribute: String
    }

    /// Whether somebody will ask for the changes.
    var isRecording = false
    private var values: [Place: AttributeValue] = [:]

    /// Takes note of a value, as SQLite keeps it.
    func note(_ value: AttributeValue, at place: Place) {
        if isRecording { values[place] = value }
    }

    /// The values since the last call, the last one of each place.
    func takeAll() -> [Place: AttributeValue] {
        defer { values = [:] }
        return values
    }
}
