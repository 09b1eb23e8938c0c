import Foundation

/// A further number of somebody, apart from any context.
public struct ContactNumber: Sendable, Hashable {
    /// `mobile`, `work`; nil for none.
    public var label: String?
    /// The number as it was typed.
    public var number: String

    public init(_ number: String, label: String? = nil) {
        self.number = number
        self.label = label
    }
}

extension ContactNumber {
    /// Whether it looks like a number, as the model asks for: three digits at least, with what people
    /// write between them, and an extension.
    public var isNumber: Bool {
        let main = number.prefix { !"xXeE".contains($0) }
        let rest = number.dropFirst(main.count).lowercased()
        guard (3...40).contains(number.count), let first = main.first,
            "+(0123456789".contains(first), main.allSatisfy({ "0123456789 ()./+-".contains($0) }),
            number.count(where: \.isNumber) >= 3
        else { return false }
        guard !rest.isEmpty else { return true }
        let digits = rest.drop { "ext. ".contains($0) }
        return rest.hasPrefix("x") || rest.hasPrefix("ext")
            ? (1...10).contains(digits.count) && digits.allSatisfy { "0123456789".contains($0) }
            : false
    }
}

extension ContactNumber {
    /// A line of a form: `mobile: +49 171 1234567`, or the number alone.
    public init(line: Substring) {
        let line = line.trimmingCharacters(in: .whitespaces)
        guard let colon = line.firstIndex(of: ":") else {
            self.init(line)
            return
        }
        let label = line[..<colon].trimmingCharacters(in: .whitespaces)
        self.init(
            line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces),
            label: label.isEmpty ? nil : label)
    }

    /// The number as a line of a form.
    public var line: String { label.map { "\($0): \(number)" } ?? number }
}
