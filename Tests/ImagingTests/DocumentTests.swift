import Drawing
import Foundation
import Testing

@testable import Imaging

@Suite("Documents")
struct DocumentTests {
    private static let processor = ImageProcessor()

    @Test("The top of a document’s first page is its thumbnail")
    func firstPage() async throws {
        try #require(DocumentPage.isAvailable, "this libvips opens no PDF documents")
        let file = try TemporaryFile(TestDocument.pdf, name: "receipt.jpg")

        let document = try await Self.processor.document(ofFileAt: file.path)

        #expect(document.kind.mimeType == "application/pdf")
        let picture = try TemporaryFile(#require(document.thumbnail))
        let header = try Picture(ofFileAt: picture.path)
        #expect(header.width == Thumbnail.side)
        #expect(header.height == Thumbnail.side)
        let thumbnail = try await Self.processor.thumbnail(ofFileAt: picture.path)
        #expect(!thumbnail.png.isEmpty)
    }

    @Test("A document that cannot be rendered is kept without a thumbnail")
    func damagedDocument() async throws {
        let damaged = String(decoding: TestDocument.pdf, as: UTF8.self)
            .replacing("/Kids [3 0 R]", with: "/Kids [9 0 R]")
        let file = try TemporaryFile(Data(damaged.utf8))

        let document = try await Self.processor.document(ofFileAt: file.path)

        #expect(document.kind.mimeType == "application/pdf")
        #expect(document.thumbnail == nil)
    }

    @Test("A document truncated anywhere is refused")
    func cutOff() async throws {
        let pdf = TestDocument.pdf
        let end = try #require(pdf.range(of: Data("startxref".utf8), options: .backwards))
        // Like linearized documents: an end after the first page, and the length at the beginning.
        let linear = Data("%PDF-1.4\n1 0 obj\n<< /Linearized 1 /L 90000 /N 1 >>\nendobj\n".utf8)
        let first = linear + Data("startxref\n0\n%%EOF\n".utf8)
        let half = pdf.prefix(pdf.count / 2)
        // A fake end refers to no table.
        let madeUp: [Data] = [9, 11, 99_999].map { half + Data("\nstartxref\n\($0)\n%%EOF\n".utf8) }
        let cut: [Data] = [
            pdf.prefix(8), pdf.prefix(60), half, pdf[..<end.lowerBound],
            pdf[..<end.upperBound], pdf.prefix(end.upperBound + 2), linear, first,
            first + Data(repeating: 0x20, count: 20_000),
            linear + Data("startxref\n9\n%%EOF\n".utf8),
            Data("%PDF-1.4\nstartxref\n9\n%%EOF\nxref\n".utf8), pdf.dropLast(7), pdf.dropLast(3),
        ]
        for bytes in cut + madeUp {
            let file = try TemporaryFile(Data(bytes))

            await #expect(
                throws: ImagingError.broken(
                    reason: "The PDF document is cut off: its end is missing")
            ) { try await Self.processor.document(ofFileAt: file.path) }
        }
    }

    @Test("A complete document is accepted, also with bytes before its header and after its end")
    func ends() async throws {
        let pdf = TestDocument.pdf
        let text = String(decoding: pdf, as: UTF8.self)
        let start = try #require(text.firstMatch(of: /startxref\n(\d+)/)?.1)
        // Its table is a stream, which may be preceded by whitespace; an incremental update refers
        // to the first part.
        let stream = "%PDF-1.5\n \r\n7 0 obj\n<</Size 8/W [1 2 1]/Type /XRef/Length 4>>\nstream\n"
        let streamed = Data((stream + "abcd\nendstream\nendobj\nstartxref\n9\n%%EOF").utf8)
        let added = "xref\n0 0\ntrailer\n<< /Size 5 /Prev \(start) /XRefStm 9 >>\nstartxref\n"
        let whole: [Data] = [
            pdf, pdf + Data(repeating: 0, count: 4_096), pdf + Data("<!-- sent by mail -->".utf8),
            pdf.dropLast(), Data("junk\n".utf8) + pdf, streamed,
            pdf + Data((added + "\(pdf.count)\r\n%%EOF\r\n").utf8),
            Data(text.replacing("startxref\n", with: "startxref  ").utf8),
        ]
        for bytes in whole {
            let file = try TemporaryFile(Data(bytes))

            let document = try await Self.processor.document(ofFileAt: file.path)

            #expect(document.kind.mimeType == "application/pdf")
        }
    }

    @Test("A page with an extreme aspect ratio has no thumbnail")
    func longPage() async throws {
        let file = try TemporaryFile(TestDocument.document(width: 10, height: 14_000))

        let document = try await Self.processor.document(ofFileAt: file.path)
        #expect(document.thumbnail == nil)
    }

    @Test("A picture is a document with its own thumbnail")
    func picture() async throws {
        let file = try TemporaryFile(Uploads.camera.encoded(as: .png))

        let document = try await Self.processor.document(ofFileAt: file.path)

        #expect(document.kind.mimeType == "image/png")
        let thumbnail = try await Self.processor.thumbnail(ofFileAt: file.path)
        #expect(document.thumbnail == thumbnail.png)
    }

    @Test("Other files are refused")
    func refusals() async throws {
        for bytes in [Data("PK\u{3}\u{4} no document".utf8), Data("words".utf8), Data()] {
            let file = try TemporaryFile(bytes)

            await #expect(throws: ImagingError.self) {
                try await Self.processor.document(ofFileAt: file.path)
            }
        }
    }
}
