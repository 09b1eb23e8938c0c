import CPictures
import Foundation

/// The EXIF entries of a picture, as libexif reads them.
struct ExifFields {
    /// An entry by its tag and libexif's number of its directory.
    struct Entry: Hashable, CaseIterable {
        let directory: Int32
        let tag: Int32

        static let maker = Entry(directory: 0, tag: 0x010F)
        static let model = Entry(directory: 0, tag: 0x0110)
        static let changed = Entry(directory: 0, tag: 0x0132)
        static let original = Entry(directory: 2, tag: 0x9003)
        static let digitized = Entry(directory: 2, tag: 0x9004)
        static let offset = Entry(directory: 2, tag: 0x9010)
        static let offsetOriginal = Entry(directory: 2, tag: 0x9011)
        static let offsetDigitized = Entry(directory: 2, tag: 0x9012)
        static let latitudeSide = Entry(directory: 3, tag: 1)
        static let latitude = Entry(directory: 3, tag: 2)
        static let longitudeSide = Entry(directory: 3, tag: 3)
        static let longitude = Entry(directory: 3, tag: 4)

        static let allCases: [Entry] = [
            maker, model, changed, original, digitized, offset, offsetOriginal, offsetDigitized,
            latitudeSide, latitude, longitudeSide, longitude,
        ]
    }

    /// A rational number of EXIF.
    struct Fraction: Hashable {
        let numerator: UInt32
        let denominator: UInt32

        /// Cameras write 0/0 for unknown values.
        var value: Double? {
            denominator == 0 ? nil : Double(numerator) / Double(denominator)
        }
    }

    private(set) var texts: [Entry: String] = [:]
    private(set) var fractions: [Entry: [Fraction]] = [:]

    /// Reads a block of EXIF; unreadable entries are absent.
    init(_ block: Data) {
        let opened = block.withUnsafeBytes { bytes in
            Self.isLoaded && !bytes.isEmpty ? cexif_open(bytes.baseAddress, bytes.count) : nil
        }
        guard let exif = opened else { return }
        defer { cexif_close(exif) }
        for entry in Entry.allCases {
            texts[entry] = Self.text(of: entry, exif)
            fractions[entry] = Self.fractions(of: entry, exif)
        }
    }

    private static let isLoaded = cexif_start() == 0

    /// The time at which the picture was taken. Each date has its own offset entry.
    var takenAt: CaptureTime? {
        let dates: [(date: Entry, offset: Entry)] = [
            (.original, .offsetOriginal), (.digitized, .offsetDigitized), (.changed, .offset),
        ]
        return dates.lazy.compactMap { date, offset in
            texts[date].flatMap { CaptureTime(exif: $0, offset: texts[offset] ?? "") }
        }.first
    }

    /// The maker and the model; only the model if it begins with the maker.
    var camera: String? {
        let maker = texts[.maker] ?? ""
        let model = texts[.model] ?? ""
        let isNamed = model.lowercased().hasPrefix(maker.lowercased())
        let name = isNamed ? model : "\(maker) \(model)".trimmingCharacters(in: .whitespaces)
        return name.isEmpty ? nil : name
    }

    /// The place where the picture was taken; nil unless all four entries are valid. Cameras
    /// without reception write 0° and 0°, which is in the sea.
    var position: PictureDetails.Position? {
        guard let latitude = degrees(.latitude, side: .latitudeSide, negative: "S", positive: "N"),
            let longitude = degrees(
                .longitude, side: .longitudeSide, negative: "W", positive: "E"),
            latitude != 0 || longitude != 0
        else { return nil }
        return PictureDetails.Position(latitude: latitude, longitude: longitude)
    }

    /// The angle from degrees, minutes and seconds. Unknown minutes and seconds count as 0.
    private func degrees(
        _ entry: Entry, side: Entry, negative: String, positive: String
    ) -> Double? {
        guard let side = texts[side]?.uppercased(), side == negative || side == positive,
            let parts = fractions[entry], let whole = parts.first?.value
        else { return nil }
        let sum = zip(parts.dropFirst(), [60.0, 3_600]).reduce(whole) { sum, part in
            sum + (part.0.value ?? 0) / part.1
        }
        return side == negative ? -sum : sum
    }

    // MARK: - Entries

    /// The text of an entry up to its end mark, without control characters and padding. The
    /// standard allows only ASCII; cameras write UTF-8, or Western European letters in
    /// Windows-1252.
    private static func text(of entry: Entry, _ exif: UnsafeMutableRawPointer) -> String? {
        var count = 0
        guard let start = cexif_text(exif, entry.directory, entry.tag, &count) else { return nil }
        let bytes = Data(bytes: start, count: count).prefix { $0 != 0 }
        let text =
            String(data: bytes, encoding: .utf8) ?? String(data: bytes, encoding: .windowsCP1252)
            ?? String(data: bytes, encoding: .isoLatin1) ?? ""
        let visible = String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.properties.generalCategory != .control })
        ).trimmingCharacters(in: .whitespaces)
        return visible.isEmpty ? nil : visible.precomposedStringWithCanonicalMapping
    }

    private static func fractions(
        of entry: Entry, _ exif: UnsafeMutableRawPointer
    ) -> [Fraction]? {
        var numbers = [UInt32](repeating: 0, count: 6)
        let count = cexif_fractions(exif, entry.directory, entry.tag, &numbers, 3)
        guard count > 0 else { return nil }
        return (0..<Int(count)).map {
            Fraction(numerator: numbers[2 * $0], denominator: numbers[2 * $0 + 1])
        }
    }
}
