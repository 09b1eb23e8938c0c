/// The reason why a text is not a number.
public struct NumberFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text.
    public let text: String
    /// The numbers that may be meant, as they have to be written; empty if there are none.
    public let readings: [String]
    private let kind: String

    /// - Parameter kind: what the text should be: `a whole number`.
    init(_ text: String, isNot kind: String, readings: [String] = []) {
        self.text = text
        self.readings = readings
        self.kind = kind
    }

    /// The fault of a text that is the negative of this one.
    func negated(_ text: String) -> NumberFault {
        NumberFault(text, isNot: kind, readings: readings.map { "-" + $0 })
    }

    /// The fault as the end of a sentence that begins with the name of the field.
    public var description: String { message(isNot: kind) }

    /// The fault in a field of another kind: `a length in millimeters`.
    public func message(isNot kind: String) -> String {
        guard !readings.isEmpty else { return "“\(text.prefix(100))” is not \(kind)" }
        let choice = readings.joined(separator: " or ")
        return "is “\(text)” \(choice)? Write \(choice)"
    }
}
