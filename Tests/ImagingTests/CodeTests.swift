import Drawing
import Foundation
import TestPictures
import Testing

@testable import Imaging

@Suite("QR codes and barcodes in pictures", .serialized)
struct CodeTests {
    private typealias Label = DrawnCodes.Label

    private static let processor = ImageProcessor()

    private static func texts(_ picture: Data) async throws -> Set<String> {
        let file = try TemporaryFile(picture)
        let codes = try #require(try await processor.codes(ofFileAt: file.path))
        return Set(codes.map { "\($0.format.rawValue) \($0.text)" })
    }

    /// A photograph of twelve megapixels, with five rotated codes.
    static func five(turnedBy degrees: Double, flatness: Double = 1) throws -> Data {
        let height = 250 * flatness
        return try DrawnCodes(
            width: 4_000, height: 3_000,
            [
                Label(
                    squares: CodePatterns.squares("http://home.local:8080/a/42"), module: 10,
                    at: (700, 750), turnedBy: degrees + 5),
                Label(
                    bars: CodePatterns.ean, module: 5, height: height, at: (2_000, 800),
                    turnedBy: degrees),
                Label(
                    bars: CodePatterns.upc, module: 5, height: height, at: (3_300, 800),
                    turnedBy: degrees + 90),
                Label(
                    bars: CodePatterns.isbn, module: 5, height: height, at: (1_200, 2_200),
                    turnedBy: degrees + 201),
                Label(
                    bars: CodePatterns.serialNumber, module: 5, height: height, at: (2_900, 2_200),
                    turnedBy: degrees + 31),
            ]
        ).encoded()
    }

    static let expected: Set = [
        "qr_code http://home.local:8080/a/42", "ean_13 4006381333931", "upc_a 036000291452",
        "ean_13 9783161484100", "code_128 SN-4711",
    ]

    @Test("Five codes in a photograph are found at any angle", arguments: [0, 13, 45, 58])
    func angles(degrees: Double) async throws {
        let picture = try Self.five(turnedBy: degrees)
        #expect(try await Self.texts(picture) == Self.expected)
    }

    @Test("Bars with a height of a fifth of their length are found", arguments: [0, 33.75, 45])
    func flatBars(degrees: Double) async throws {
        let picture = try Self.five(turnedBy: degrees, flatness: 0.45)
        #expect(try await Self.texts(picture) == Self.expected)
    }

    @Test("A small code is found in a large picture")
    func smallCode() async throws {
        let label = Label(
            bars: CodePatterns.ean, module: 2, height: 90, at: (3_000, 900), turnedBy: 38)
        let picture = try DrawnCodes(width: 4_000, height: 3_000, [label]).encoded()

        #expect(try await Self.texts(picture) == ["ean_13 4006381333931"])
    }

    @Test(
        "Every picture format is read",
        arguments: [PictureFormat.jpeg, .png, .webp, .tiff, .heif])
    func formats(format: PictureFormat) async throws {
        try #require(format.isAvailable, "this libvips opens no \(format)")
        let label = Label(squares: CodePatterns.squares("A-0007"), module: 8, at: (300, 250))
        let picture = try DrawnCodes(width: 600, height: 500, [label]).encoded(as: format)

        #expect(try await Self.texts(picture) == ["qr_code A-0007"])
    }

    @Test("A code in a picture that is much longer than high is found")
    func longPicture() async throws {
        let label = Label(bars: CodePatterns.ean, module: 4, height: 150, at: (300, 100))
        let picture = try DrawnCodes(width: 30_000, height: 200, [label]).encoded()
        #expect(try await Self.texts(picture) == ["ean_13 4006381333931"])
    }

    @Test("Transparent pixels are white, and text in any language is decoded")
    func transparency() async throws {
        let squares = CodePatterns.squares("Küche → 抽屉")
        // All pixels are black: opaque in the code, and transparent elsewhere.
        let modules = squares.count + 8
        let picture = try Raster.drawing(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(6 * modules)" height="\(6 * modules)" \
            viewBox="-4 -4 \(modules) \(modules)"><path d="\(DrawnCodes.path(squares))"/></svg>
            """
        ).encoded(as: .png)

        #expect(try await Self.texts(picture) == ["qr_code Küche → 抽屉"])
    }

    @Test("A picture without a code, or with a wrong check digit, has no codes")
    func noCode() async throws {
        let drawn = try DrawnPicture(subject: .bookcase, seed: 3, width: 1_200, height: 900)
            .encoded(as: .jpeg)
        #expect(try await Self.texts(drawn) == [])

        var bars = CodePatterns.ean
        bars[52...86] = bars[45...79]
        let label = Label(bars: bars, module: 4, height: 150, at: (300, 250))
        let picture = try DrawnCodes(width: 600, height: 500, [label]).encoded()
        #expect(try await Self.texts(picture) == [])
    }

    @Test("Files that are not pictures, too large or cut off are refused")
    func refusals() async throws {
        let text = try TemporaryFile(Data("A-0042".utf8))
        await #expect(throws: ImagingError.self) {
            try await Self.processor.codes(ofFileAt: text.path)
        }
        let picture = try Self.five(turnedBy: 0)
        let cut = try TemporaryFile(picture.prefix(picture.count / 2))
        await #expect(
            throws: ImagingError.broken(reason: "The JPEG picture is cut off: its end is missing")
        ) {
            try await Self.processor.codes(ofFileAt: cut.path)
        }
        let whole = try TemporaryFile(picture)
        let strict = ImageProcessor(limits: ImageLimits(maxPixels: 11_999_999))
        await #expect(
            throws: ImagingError.tooManyPixels(limit: 11_999_999, width: 4_000, height: 3_000)
        ) {
            try await strict.codes(ofFileAt: whole.path)
        }
    }
}
