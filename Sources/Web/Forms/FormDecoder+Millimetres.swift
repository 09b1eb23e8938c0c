import Domain
import Foundation

extension FormDecoder {
    /// A length in millimetres: `38.1`, `38,1`, `38.1 mm`.
    mutating func millimetres(
        _ field: String, label: String, in range: ClosedRange<Double>
    ) -> Posted<Double> {
        switch line(field, label: label) {
        case .absent: return .absent
        case .cleared: return .cleared
        case .value(let text):
            var number = text.replacing(",", with: ".")
            if number.lowercased().hasSuffix("mm") {
                number = number.dropLast(2).trimmingCharacters(in: .whitespaces)
            }
            let parts = number.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count <= 2, parts.allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }),
                let length = Double(number), (parts.dropFirst().first?.count ?? 0) <= 4
            else {
                fail(field, label, "“\(text.prefix(100))” is not a length in millimetres")
                return .absent
            }
            guard range.contains(length) else {
                let ends = [range.lowerBound, range.upperBound].map(LabelFormat.text)
                fail(
                    field, label,
                    "\(LabelFormat.text(length)) is not from \(ends[0]) to \(ends[1]) mm")
                return .absent
            }
            return .value(length)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
