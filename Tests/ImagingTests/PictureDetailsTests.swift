import Drawing
import Foundation
import Testing

@testable import Imaging

struct PictureDetailsTests {
    @Test("Date, camera and position are read from EXIF", arguments: [PictureFormat.jpeg, .webp])
    func exif(format: PictureFormat) async throws {
        let options = Uploads.options {
            $0.exif = [
                "ifd0-Make": "Acme", "ifd0-Model": "One, ASCII",
                "ifd2-DateTimeOriginal": "2014:07:16 03:34:45",
                "ifd3-GPSLatitude": "33/1 52/1 1234/100", "ifd3-GPSLatitudeRef": "S",
                "ifd3-GPSLongitude": "151/1 12/1 36/1", "ifd3-GPSLongitudeRef": "E",
            ]
        }
        let file = try TemporaryFile(Uploads.camera.encoded(as: format, options: options))

        let details = try await Uploads.processor.details(ofFileAt: file.path)

        #expect(details.camera == "Acme One, ASCII")
        #expect(details.takenAt == Date(timeIntervalSince1970: 1_405_481_685))
        let position = try #require(details.position)
        #expect(abs(position.latitude + 33.8700944) < 0.00001)
        #expect(abs(position.longitude - 151.21) < 0.00001)
        #expect(details.picture.width == 480)
        let opened = try await Uploads.processor.thumbnailAndDetails(ofFileAt: file.path)
        #expect(opened.details == details)
        #expect(opened.thumbnail == (try await Uploads.processor.thumbnail(ofFileAt: file.path)))
    }

    @Test("A thumbnail of a picture with a position says nothing of it")
    func thumbnail() async throws {
        let options = Uploads.options {
            $0.exif = [
                "ifd0-Model": "Secretive", "ifd3-GPSLatitude": "33/1 52/1 1234/100",
                "ifd3-GPSLatitudeRef": "S", "ifd3-GPSLongitude": "151/1 12/1 36/1",
                "ifd3-GPSLongitudeRef": "E",
            ]
        }

        let png = try await Uploads.thumbnail(
            of: Uploads.camera.encoded(as: .jpeg, options: options)
        ).png

        #expect(png.range(of: Data("eXIf".utf8)) == nil)
        #expect(png.range(of: Data("Exif".utf8)) == nil)
        #expect(png.range(of: Data("Secretive".utf8)) == nil)
        let file = try TemporaryFile(png)
        #expect(try await Uploads.processor.details(ofFileAt: file.path).position == nil)
    }

    @Test("A value with brackets is told from what libvips writes behind it")
    func brackets() {
        let entries = [
            "ifd0-Make": "Acme (Acme, ASCII, 5 components, 5 bytes)",
            "ifd0-Model": "Acme One (mk II) (Acme One (mk II), ASCII, 17 components, 17 bytes)",
        ]

        #expect(ExifFields { entries[$0] }.camera == "Acme One (mk II)")
    }

    @Test(
        "Entries that make no sense are none",
        arguments: [
            ["ifd2-DateTimeOriginal": "0000:00:00 00:00:00 (0000:00:00 00:00:00, ASCII, 20"],
            ["ifd2-DateTimeOriginal": "    :  :     :  :   (x, ASCII, 20 components)"],
            ["ifd2-DateTimeOriginal": "2014:02:30 10:00:00"],
            ["ifd2-DateTimeOriginal": "", "ifd0-Model": " ( , ASCII, 1 components, 1 bytes)"],
            ["ifd3-GPSLatitude": "48/1 51/1 29/1", "ifd3-GPSLatitudeRef": "N"],
            [
                "ifd3-GPSLatitude": "98/1 0/1 0/1", "ifd3-GPSLatitudeRef": "N",
                "ifd3-GPSLongitude": "2/1 0/1 0/1", "ifd3-GPSLongitudeRef": "E",
            ],
            [
                "ifd3-GPSLatitude": "48/0 0/1 0/1", "ifd3-GPSLatitudeRef": "N",
                "ifd3-GPSLongitude": "2/1 0/1 0/1", "ifd3-GPSLongitudeRef": "E",
            ],
        ])
    func nonsense(entries: [String: String]) {
        let exif = ExifFields { $0.isEmpty ? nil : entries[$0] }

        #expect(exif.takenAt == nil)
        #expect(exif.camera == nil)
        #expect(exif.position == nil)
    }
}
