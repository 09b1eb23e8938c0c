public import Foundation

/// Decimal and whole numbers as people write them (``NumberReading``).
public enum DecimalNumber {
    /// The maximum number of digits, which a `Decimal` holds exactly.
    public static let maximumDigits = 30

    /// Parses a number: `0.92`, `1.234,5`, `−3`.
    ///
    /// - Parameters:
    ///   - places: the maximum number of decimal places.
    ///   - region: decides between two readings, if it was chosen. Default: not chosen.
    /// - Throws: ``NumberFault`` with the reason.
    public static func parse(
        _ text: String, places: Int = maximumDigits, by region: Region = .unchosen
    ) throws(NumberFault) -> Decimal {
        let kind = "a number"
        let (whole, fraction, isNegative) = try digits(text, places: places, of: kind, by: region)
        guard whole.count + fraction.count <= maximumDigits, fraction.count <= places,
            let number = number(whole, fraction)
        else { throw NumberFault(text, isNot: kind) }
        return isNegative ? -number : number
    }

    /// Parses a whole number: `12`, `1,234`, `-3`, and `3.00`, as spreadsheets write it.
    ///
    /// - Parameter region: decides between two readings, if it was chosen. Default: not chosen.
    /// - Throws: ``NumberFault`` with the reason.
    public static func whole(
        _ text: String, by region: Region = .unchosen
    ) throws(NumberFault) -> Int64 {
        let kind = "a whole number"
        let (whole, fraction, isNegative) = try digits(text, places: 0, of: kind, by: region)
        guard fraction.allSatisfy({ $0 == "0" }),
            let number = Int64((isNegative ? "-" : "") + whole)
        else { throw NumberFault(text, isNot: kind) }
        return number
    }

    /// The number of some digits; an empty whole is 0.
    static func number(_ whole: String, _ fraction: String) -> Decimal? {
        Decimal(string: "0\(whole).\(fraction)0", locale: Locale(identifier: "en_US_POSIX"))
    }

    private static func digits(
        _ text: String, places: Int, of kind: String, by region: Region
    ) throws(NumberFault) -> (whole: String, fraction: String, isNegative: Bool) {
        var amount = AmountText(text)
        let isNegative = amount.dropSign()
        let number = NumberReading(amount, places: places, by: region)
        guard case .exact(let whole, let fraction) = number else {
            let readings = number?.readings(places: places, by: region) ?? []
            let fault = NumberFault(text, isNot: kind, readings: readings)
            throw isNegative ? fault.negated(text) : fault
        }
        return (whole, fraction, isNegative)
    }
}
