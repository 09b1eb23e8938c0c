import Drawing
import Foundation
import Testing

@testable import Imaging

@Suite("Files that are kept as documents")
struct DocumentTests {
    private static let processor = ImageProcessor()

    @Test("The top of a document's first page is its thumbnail")
    func firstPage() async throws {
        try #require(DocumentPage.isAvailable, "this libvips opens no PDF documents")
        let file = try TemporaryFile(TestDocument.pdf, name: "receipt.jpg")

        let document = try await Self.processor.document(ofFileAt: file.path)

        #expect(document.kind.mimeType == "application/pdf")
        let picture = try TemporaryFile(#require(document.thumbnail))
        let header = try Picture(ofFileAt: picture.path)
        #expect([header.width, header.height] == [Thumbnail.side, Thumbnail.side])
        let thumbnail = try await Self.processor.thumbnail(ofFileAt: picture.path)
        #expect(!thumbnail.png.isEmpty)
    }

    @Test("A document that cannot be shown is kept without a thumbnail")
    func damagedDocument() async throws {
        let file = try TemporaryFile(TestDocument.pdf.prefix(60))

        let document = try await Self.processor.document(ofFileAt: file.path)

        #expect(document.kind.mimeType == "application/pdf")
        #expect(document.thumbnail == nil)
    }

    @Test("A page of a shape that nobody prints has no thumbnail")
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

    @Test("What is neither is refused")
    func refusals() async throws {
        for bytes in [Data("PK\u{3}\u{4} no document".utf8), Data("words".utf8), Data()] {
            let file = try TemporaryFile(bytes)

            await #expect(throws: ImagingError.self) {
                try await Self.processor.document(ofFileAt: file.path)
            }
        }
    }
}
