import Drawing
import Foundation
import Testing

@testable import Imaging

struct PictureDetailsTests {
    @Test("Date, camera and position are read from EXIF", arguments: [PictureFormat.jpeg, .webp])
    func exif(format: PictureFormat) async throws {
        let exif = [
            "ifd0-Make": "Acme", "ifd0-Model": "One, ASCII",
            "ifd2-DateTimeOriginal": "2014:07:16 03:34:45",
            "ifd3-GPSLatitude": "33/1 52/1 1234/100", "ifd3-GPSLatitudeRef": "S",
            "ifd3-GPSLongitude": "151/1 12/1 36/1", "ifd3-GPSLongitudeRef": "E",
        ]
        let file = try TemporaryFile(Uploads.camera.encoded(as: format, exif: exif))

        let details = try await Uploads.processor.details(ofFileAt: file.path)

        #expect(details.camera == "Acme One, ASCII")
        #expect(details.takenAt == .clock(Date(timeIntervalSince1970: 1_405_481_685)))
        let position = try #require(details.position)
        #expect(abs(position.latitude + 33.8700944) < 0.00001)
        #expect(abs(position.longitude - 151.21) < 0.00001)
        #expect(details.picture.width == 480)
        let opened = try await Uploads.processor.thumbnailAndDetails(ofFileAt: file.path)
        #expect(opened.details == details)
        #expect(opened.thumbnail == (try await Uploads.processor.thumbnail(ofFileAt: file.path)))
    }

    @Test("The thumbnail of a picture has no position or other metadata")
    func thumbnail() async throws {
        let exif = [
            "ifd0-Model": "Secretive", "ifd3-GPSLatitude": "33/1 52/1 1234/100",
            "ifd3-GPSLatitudeRef": "S", "ifd3-GPSLongitude": "151/1 12/1 36/1",
            "ifd3-GPSLongitudeRef": "E",
        ]

        let png = try await Uploads.thumbnail(of: Uploads.camera.encoded(as: .jpeg, exif: exif)).png

        #expect(png.range(of: Data("eXIf".utf8)) == nil)
        #expect(png.range(of: Data("Exif".utf8)) == nil)
        #expect(png.range(of: Data("Secretive".utf8)) == nil)
        let file = try TemporaryFile(png)
        #expect(try await Uploads.processor.details(ofFileAt: file.path).position == nil)
    }

    @Test("Camera names are decoded from any text encoding")
    func names() async throws {
        let names: [([UInt8], String)] = [
            (Array("One (mk II), ASCII".utf8), "One (mk II), ASCII"),
            (Array("Kamera Größe 3 – ½".utf8), "Kamera Größe 3 – ½"),
            ([0x53, 0x74, 0xE9, 0x72, 0xE9, 0x6F, 0x20, 0x80], "Stéréo €"),
            (Array("One\0\0rest of a former name".utf8), "One"),
            (Array("  One \u{7}\n".utf8), "One"),
        ]
        for (bytes, name) in names {
            let file = try TemporaryFile(ExifBlock.jpeg([.model: .text(bytes)]))

            let details = try await Uploads.processor.details(ofFileAt: file.path)

            #expect(details.camera == name)
        }
        let made = ExifFields(ExifBlock.bytes([.maker: .text("Acme"), .model: .text("ACME One")]))
        #expect(made.camera == "ACME One")
    }

    @Test("A date with an offset is an instant")
    func offsets() throws {
        let clock = Date(timeIntervalSince1970: 1_405_481_685)
        func takenAt(_ entries: [ExifFields.Entry: ExifBlock.Value]) -> CaptureTime? {
            ExifFields(ExifBlock.bytes(entries)).takenAt
        }
        let original = ExifBlock.Value.text("2014:07:16 03:34:45")

        #expect(
            takenAt([.original: original, .offsetOriginal: .text("+02:00")])
                == .moment(clock - 7_200, offset: 7_200))
        #expect(
            takenAt([.original: original, .offsetOriginal: .text("-09:30")])
                == .moment(clock + 34_200, offset: -34_200))
        #expect(
            takenAt([.original: original, .offsetOriginal: .text("Z")])
                == .moment(clock, offset: 0))
        // The offset of another date is ignored, like blanks and invalid ones.
        for entries: [ExifFields.Entry: ExifBlock.Value] in [
            [.original: original], [.original: original, .offset: .text("+02:00")],
            [.original: original, .offsetOriginal: .text("   :  ")],
            [.original: original, .offsetOriginal: .text("+99:00")],
        ] {
            #expect(takenAt(entries) == .clock(clock))
        }
        #expect(
            takenAt([
                .original: .text("0000:00:00 00:00:00"), .offsetOriginal: .text("+02:00"),
                .changed: original, .offset: .text("+01:00"),
            ]) == .moment(clock - 3_600, offset: 3_600))
    }

    @Test(
        "Unusual date formats result in at least the day",
        arguments: [
            ("2014:07:16 03:34:45", 12_885), ("2014-07-16T03:34:45.25", 12_885),
            ("2014/07/16 3:34", 12_840), ("20140716 033445", 12_885),
            ("20140716033445", 12_885), ("2014:07:16 03-34-45", 12_885),
            ("2014: 7: 6", nil), ("16.07.2014 03:34:45", 12_885), ("16/07/2014", nil),
            ("07/16/2014 03:34:45 PM", 56_085), ("2014:07:16", nil), ("2014:07:16 ", nil),
            ("2014:07:16   :  :  ", nil), ("2014:07:16 24:00:00", nil),
            ("2014:07:16 99:99:99", nil), ("Wed Jul 16 03:34:45 2014", nil),
            ("16 July 2014", nil), ("2014:07:16 +02:00", nil),
        ] as [(String, Int?)])
    func oddDates(text: String, seconds: Int?) throws {
        let day = Date(timeIntervalSince1970: text == "2014: 7: 6" ? 1_404_604_800 : 1_405_468_800)

        let time = CaptureTime(exif: text, offset: "")

        #expect(time == seconds.map { .clock(day + Double($0)) } ?? .day(day))
    }

    @Test("An offset can follow the time")
    func inlineOffset() {
        let moment = Date(timeIntervalSince1970: 1_405_474_485)
        for text in [
            "2014-07-16T03:34:45+02:00", "2014:07:16 03:34:45+0200", "2014:07:16 03:34:45 +2",
        ] {
            #expect(CaptureTime(exif: text, offset: "") == .moment(moment, offset: 7_200))
        }
        #expect(
            CaptureTime(exif: "2014-07-16T01:34:45Z", offset: "") == .moment(moment, offset: 0))
    }

    @Test("A stored date encodes the precision of its time")
    func storedTimes() {
        let date = Date(timeIntervalSince1970: 1_405_481_685)
        let times: [CaptureTime] =
            [.day(date), .clock(date)]
            + stride(from: -64_800, through: 64_800, by: 900).map { .moment(date, offset: $0) }

        for time in times {
            #expect(CaptureTime(stored: time.stored) == time)
            #expect(abs(time.stored.timeIntervalSince(date)) < 0.0005)
        }
        #expect(Set(times.map(\.stored)).count == times.count)
        // A date from another program is a local time.
        #expect(CaptureTime(stored: date + 0.25) == .clock(date + 0.25))
    }

    @Test(
        "Invalid entries are ignored",
        arguments: [
            [.original: .text("0000:00:00 00:00:00")], [.original: .text("    :  :     :  :  ")],
            [.original: .text("2014:02:30 10:00:00")], [.original: .text("11/12/2014 10:00:00")],
            [.original: .text("noon"), .model: .text(" ")], [.original: .text("")],
            [.latitude: .fractions([(48, 1), (51, 1), (29, 1)]), .latitudeSide: .text("N")],
            position(latitude: [(98, 1), (0, 1), (0, 1)], longitude: [(2, 1), (0, 1), (0, 1)]),
            position(latitude: [(48, 0), (0, 1), (0, 1)], longitude: [(2, 1), (0, 1), (0, 1)]),
            position(latitude: [(0, 1), (0, 1), (0, 1)], longitude: [(0, 1), (0, 1), (0, 1)]),
            position(latitude: [(0, 0), (0, 0), (0, 0)], longitude: [(0, 0), (0, 0), (0, 0)]),
            position(latitude: [(0, 1), (0, 0), (0, 0)], longitude: [(0, 1), (0, 0), (0, 0)]),
        ] as [[ExifFields.Entry: ExifBlock.Value]])
    func nonsense(entries: [ExifFields.Entry: ExifBlock.Value]) {
        let exif = ExifFields(ExifBlock.bytes(entries))

        #expect(exif.takenAt == nil)
        #expect(exif.camera == nil)
        #expect(exif.position == nil)
    }

    @Test("A position can be on the equator, and without minutes")
    func equator() throws {
        let equator = Self.position(
            latitude: [(0, 1), (0, 1), (0, 1)], longitude: [(32, 1), (30, 1), (0, 0)])

        let position = try #require(ExifFields(ExifBlock.bytes(equator)).position)

        #expect(position.latitude == 0)
        #expect(position.longitude == 32.5)
    }

    @Test("Data that is not EXIF has no entries")
    func strangers() {
        for bytes in [Data(), Data("Exif".utf8), Data(repeating: 0xFF, count: 100)] {
            #expect(ExifFields(bytes).texts.isEmpty)
        }
    }

    private static func position(
        latitude: [(UInt32, UInt32)], longitude: [(UInt32, UInt32)]
    ) -> [ExifFields.Entry: ExifBlock.Value] {
        [
            .latitude: .fractions(latitude), .latitudeSide: .text("N"),
            .longitude: .fractions(longitude), .longitudeSide: .text("E"),
        ]
    }
}
