import Domain
import Drawing
import Foundation
import Imaging

/// Fills the folder of photos with drawn pictures.
struct SamplePlaces {
    let library: PhotoLibrary
    /// Whether to draw many photos, as large as those of a camera.
    let hasLargePhotos: Bool

    private struct Sample {
        let name: String
        let latitude: Double
        let longitude: Double
    }

    private static let samples = [
        Sample(name: "Lisbon", latitude: 38.7223, longitude: -9.1393),
        Sample(name: "Kyoto", latitude: 35.0116, longitude: 135.7681),
        Sample(name: "Reykjavík", latitude: 64.1466, longitude: -21.9426),
        Sample(name: "Cape Town", latitude: -33.9249, longitude: 18.4241),
    ]

    private var photosPerPlace: Int { hasLargePhotos ? 6 : 2 }

    /// Draws photos where there are none, and imports them.
    ///
    /// - Returns: the number of drawn photos.
    /// - Throws: errors of the store, of the file system, and of drawing.
    func add() async throws -> Int {
        let files = FileManager.default
        guard try files.contentsOfDirectory(atPath: library.folder.path).isEmpty else { return 0 }
        for sample in Self.samples {
            try files.createDirectory(atPath: folder(sample), withIntermediateDirectories: true)
        }
        let count = Self.samples.count * photosPerPlace
        _ = try await Array(0..<count).concurrently { number in
            let (place, index) = number.quotientAndRemainder(dividingBy: photosPerPlace)
            let sample = Self.samples[place]
            // Adjacent places begin with different subjects.
            let subject = Self.subjects[(place + index + 1) % Self.subjects.count]
            let file = "\(folder(sample))/\(sample.name) \(index + 1).jpg"
            try picture(sample, subject, number + 1).write(to: URL(fileURLWithPath: file))
        }
        try await library.lookAtFolder()
        try await library.readDetails()
        return count
    }

    private func folder(_ sample: Sample) -> String { "\(library.folder.path)/\(sample.name)" }

    private static let subjects: [DrawnPicture.Subject] = [.seaside, .town, .mountains]

    private func picture(
        _ sample: Sample, _ subject: DrawnPicture.Subject, _ seed: Int
    ) throws -> Data {
        let picture = DrawnPicture(
            subject: subject, seed: seed,
            width: hasLargePhotos ? 1_600 : 320, height: hasLargePhotos ? 1_200 : 240)
        let day = String(seed % 28 + 101).dropFirst()
        let exif = [
            "ifd0-Make": "Sample", "ifd0-Model": "Sample One",
            "ifd2-DateTimeOriginal": "2026:05:\(day) 10:\(day):00",
            "ifd3-GPSLatitude": Self.rational(sample.latitude),
            "ifd3-GPSLatitudeRef": sample.latitude < 0 ? "S" : "N",
            "ifd3-GPSLongitude": Self.rational(sample.longitude),
            "ifd3-GPSLongitudeRef": sample.longitude < 0 ? "W" : "E",
        ]
        return try picture.encoded(as: .jpeg, exif: exif)
    }

    /// Degrees, minutes and seconds in the format of EXIF.
    private static func rational(_ degrees: Double) -> String {
        let hundredths = Int((abs(degrees) * 360_000).rounded())
        return "\(hundredths / 360_000)/1 \(hundredths / 6_000 % 60)/1 \(hundredths % 6_000)/100"
    }
}
