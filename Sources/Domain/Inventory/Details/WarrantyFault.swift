/// A text that is not an end of a warranty.
public struct WarrantyFault: Error, Equatable, Sendable, CustomStringConvertible {
    let text: String
    /// The fault in the date.
    public let day: CalendarDayFault

    public var description: String {
        if case .unreadable = day {
            "“\(text.prefix(100))” is not a warranty; enter a day such as 2027-03-01, “3 years”, or "
                + "“for life”"
        } else {
            day.description
        }
    }
}
