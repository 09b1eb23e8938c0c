public import Foundation

/// The kind of values of a custom field.
public enum ItemFieldKind: String, Sendable, CaseIterable {
    case text, number, date, flag

    /// The word for users.
    public var label: String {
        switch self {
        case .text: "Text"
        case .number: "Number"
        case .date: "Date"
        case .flag: "Yes or no"
        }
    }

    /// The greatest length of a text.
    public static let longestText = 10_000

    /// Parses a value from user input.
    ///
    /// - Parameter region: the format of numbers and dates, if it was chosen. Default: not chosen.
    /// - Throws: ``FieldFault`` with the reason.
    public func reading(
        _ text: String, by region: Region = .unchosen
    ) throws(FieldFault) -> ItemFieldReading {
        switch self {
        case .text:
            guard text.count <= Self.longestText else {
                throw FieldFault("it is longer than \(Self.longestText) characters")
            }
            return ItemFieldReading(text: text)
        case .number:
            do throws(NumberFault) {
                let number = try DecimalNumber.parse(text, by: region)
                return ItemFieldReading(text: Quantity.text(number), number: number)
            } catch {
                throw FieldFault("\(error)")
            }
        case .date:
            do throws(CalendarDayFault) {
                let day = try CalendarDay(parsing: text, by: region)
                return ItemFieldReading(text: day.description, date: day.date)
            } catch {
                throw FieldFault("\(error)")
            }
        case .flag:
            switch text.lowercased() {
            case "yes", "true", "1", "on": return ItemFieldReading(text: "yes")
            case "no", "false", "0", "off": return ItemFieldReading(text: "no")
            default: throw FieldFault("“\(text.prefix(60))” is not yes or no")
            }
        }
    }
}

/// A parsed value: the stored text, and the value for predicates.
public struct ItemFieldReading: Sendable, Hashable {
    public var text: String
    public var number: Decimal?
    public var date: Date?
}
