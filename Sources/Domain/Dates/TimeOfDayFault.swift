/// A text that is not a time of day.
public struct TimeOfDayFault: Error, Equatable, Sendable, CustomStringConvertible {
    let text: String

    /// The fault as part of a sentence that begins with the field's name.
    public var description: String { "“\(text)” is not a time, such as 14:05" }
}
