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
    /// Says why an attribute does not hold a number.
    var refusal: ((AttributeValue, Place) -> PersistenceError?)?
    /// Why a statement was broken off.
    private var failure: PersistenceError?

    /// Whether an attribute does not hold a number that a trigger gave it.
    func refuses(_ value: AttributeValue, at place: @autoclosure () -> Place?) -> Bool {
        // Nearly every number is held by the least of the types.
        let mayBeBeyond: Bool =
            switch value {
            case .integer(let number): Int16(exactly: number) == nil
            case .double(let number): number.magnitude > Double(Int16.max)
            default: false
            }
        guard mayBeBeyond, let refusal, let place = place() else { return false }
        failure = refusal(value, place)
        return failure != nil
    }

    /// Why the last statement was broken off; nil if it was not for a number.
    func takeFailure() -> PersistenceError? { failure.take() }

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
