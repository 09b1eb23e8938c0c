import Foundation

extension [String] {
    /// The texts within an English sentence: `a`, `a and b`, `a, b and c`.
    public var listText: String { formatted(.list(type: .and).locale(Self.locale)) }

    /// The texts within an English sentence, of which one is meant: `a`, `a or b`, `a, b or c`.
    public var choiceText: String { formatted(.list(type: .or).locale(Self.locale)) }

    // American English has a comma before the last one.
    private static var locale: Locale { Locale(identifier: "en_GB") }
}
