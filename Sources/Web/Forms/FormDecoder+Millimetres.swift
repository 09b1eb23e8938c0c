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
            let number = text.lowercased().hasSuffix("mm") ? String(text.dropLast(2)) : text
            guard let exact = DecimalNumber.parse(number, by: form.region), exact.exponent >= -4
            else {
                fail(field, label, "“\(text.prefix(100))” is not a length in millimetres")
                return .absent
            }
            let length = NSDecimalNumber(decimal: exact).doubleValue
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
}
