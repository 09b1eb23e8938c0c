import Foundation

/// The EXIF entries of a picture as libvips writes them: the value, and behind it in brackets the
/// value for people, its type and its size. `Canon (Canon, ASCII, 6 components, 6 bytes)`.
struct ExifFields {
    /// The text of an entry by directory and tag, `ifd0-Model`.
    let entry: (String) -> String?

    /// When the picture was taken, by the clock of the camera.
    var takenAt: Date? {
        ["ifd2-DateTimeOriginal", "ifd2-DateTimeDigitized", "ifd0-DateTime"].lazy
            .compactMap { text($0).flatMap(Self.date) }.first
    }

    /// The maker and the model; the maker once, where the model begins with it.
    var camera: String? {
        let maker = text("ifd0-Make") ?? ""
        let model = text("ifd0-Model") ?? ""
        let isNamed = model.lowercased().hasPrefix(maker.lowercased())
        let name = isNamed ? model : "\(maker) \(model)".trimmingCharacters(in: .whitespaces)
        return name.isEmpty ? nil : name
    }

    /// Where the picture was taken; nil unless all four entries make sense.
    var position: PictureDetails.Position? {
        guard let latitude = degrees("ifd3-GPSLatitude", negative: "S", positive: "N"),
            let longitude = degrees("ifd3-GPSLongitude", negative: "W", positive: "E")
        else { return nil }
        return PictureDetails.Position(latitude: latitude, longitude: longitude)
    }

    /// A text without the control characters and the spaces that cameras fill it up with.
    private func text(_ key: String) -> String? {
        guard let entry = entry(key) else { return nil }
        let value = String(
            String.UnicodeScalarView(
                Self.value(of: entry).unicodeScalars.filter {
                    $0.properties.generalCategory != .control
                })
        ).trimmingCharacters(in: .whitespaces)
        return value.isEmpty ? nil : value
    }

    /// Degrees, minutes and seconds as fractions: `48/1 51/1 2964/100 (…`.
    private func degrees(_ key: String, negative: String, positive: String) -> Double? {
        guard let entry = entry(key), let side = text("\(key)Ref")?.uppercased(),
            side == negative || side == positive
        else { return nil }
        let parts = entry.prefix { $0 != "(" }.split(separator: " ").map(Self.fraction)
        guard (1...3).contains(parts.count) else { return nil }
        var sum = 0.0
        for (part, size) in zip(parts, [1.0, 60, 3_600]) {
            guard let part, part >= 0 else { return nil }
            sum += part / size
        }
        return side == negative ? -sum : sum
    }

    private static func fraction(_ text: Substring) -> Double? {
        let numbers = text.split(separator: "/").map { Double($0) }
        guard let first = numbers.first, let numerator = first, numerator.isFinite else {
            return nil
        }
        guard numbers.count == 2 else { return numbers.count == 1 ? numerator : nil }
        guard let denominator = numbers[1], denominator.isFinite else { return nil }
        // Cameras write 0/0 for seconds that they do not know.
        if denominator == 0 { return numerator == 0 ? 0 : nil }
        return numerator / denominator
    }

    /// What stands before the brackets. The value may have brackets too; it is as long as what
    /// stands in them before its type.
    private static func value(of entry: String) -> String {
        guard let type = entry.range(of: ", ASCII, ", options: .backwards) else {
            return String(entry.prefix { $0 != "(" })
        }
        let both = entry[..<type.lowerBound]
        let length = (both.count - 2) / 2
        guard length >= 0, both.dropFirst(length).hasPrefix(" ("),
            both.prefix(length) == both.suffix(length)
        else { return both.range(of: " (").map { String(both[..<$0.lowerBound]) } ?? "" }
        return String(both.prefix(length))
    }

    /// `2014:07:16 03:34:45`; nil for the zeros and spaces of a camera whose clock was not set.
    private static func date(_ text: String) -> Date? {
        let parts = text.split(whereSeparator: { ": -T".contains($0) }).prefix(6).map { Int($0) }
        guard parts.count == 6 else { return nil }
        let numbers = parts.compactMap(\.self)
        guard numbers.count == 6, (1...9_999).contains(numbers[0]) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components = DateComponents(
            calendar: calendar, timeZone: .gmt, year: numbers[0], month: numbers[1],
            day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
        return components.isValidDate(in: calendar) ? components.date : nil
    }
}
