extension DefaultStringInterpolation {
    /// Appends a whole number with commas between thousands: `1,284`.
    mutating func appendInterpolation(_ number: Int, grouped: Bool) {
        guard grouped, number.magnitude >= 1000 else {
            appendLiteral(String(number))
            return
        }
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (offset, digit) in digits.enumerated() {
            if offset > 0, (digits.count - offset).isMultiple(of: 3) {
                text.append(",")
            }
            text.append(digit)
        }
        appendLiteral(text)
    }
}
