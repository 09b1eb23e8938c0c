import Foundation

extension [String] {
    /// The texts as an English list: `a`, `a and b`, `a, b and c`.
    public var listText: String { formatted(.list(type: .and).locale(Self.locale)) }

    /// The texts as an English choice: `a`, `a or b`, `a, b or c`.
    public var choiceText: String { formatted(.list(type: .or).locale(Self.locale)) }

    // American English has a comma before the last one.
    private static var locale: Locale { Locale(identifier: "en_GB") }
}
