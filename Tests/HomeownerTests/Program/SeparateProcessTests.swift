import Drawing
import Foundation
import TestPictures
import Testing

@testable import Imaging

@Suite("Files that are opened in a separate process")
struct SeparateProcessTests {
    /// A page of 200 by 300 points with a dark square.
    private static let page: Data = {
        let content = "0 0 0 rg 50 50 100 100 re f"
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] /Contents 4 0 R >>",
            "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
        ]
        var text = "%PDF-1.4\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        text +=
            "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Data(text.utf8)
    }()

    private static var command: [String] {
        [Program.executable.path, "document-page"]
    }

    @Test("The program renders the first page, within its limits")
    func page() throws {
        try #require(DocumentPage.isAvailable, "this libvips opens no PDF documents")
        let file = try TemporaryFile()
        try Self.page.write(to: URL(fileURLWithPath: file.path))

        let picture = try #require(DocumentPage.thumbnail(ofFileAt: file.path, by: Self.command))
        let copy = try TemporaryFile()
        try picture.write(to: URL(fileURLWithPath: copy.path))
        let header = try Picture(ofFileAt: copy.path)

        #expect(header.width == Thumbnail.side && header.height == Thumbnail.side)
    }

    @Test("Invalid documents, and a failing or missing program, make no picture")
    func nothing() throws {
        let file = try TemporaryFile()
        try Data("%PDF-1.4 nothing".utf8).write(to: URL(fileURLWithPath: file.path))

        #expect(DocumentPage.thumbnail(ofFileAt: file.path, by: Self.command) == nil)
        #expect(DocumentPage.thumbnail(ofFileAt: file.path, by: ["/bin/echo", "text"]) == nil)
        #expect(DocumentPage.thumbnail(ofFileAt: file.path, by: ["/bin/false"]) == nil)
        #expect(DocumentPage.thumbnail(ofFileAt: file.path, by: ["/nowhere/at/all"]) == nil)
    }

    @Test("The program reads the codes in a picture, within its limits")
    func codes() throws {
        let bars =
            "10100011010100111010111101111010001001011001101010100001010000101000010111010010000101100110101"
        let label = DrawnCodes.Label(
            bars: bars.map { $0 == "1" }, module: 5, height: 300, at: (1_500, 900), turnedBy: 45)
        let file = try TemporaryFile()
        try DrawnCodes(width: 4_000, height: 3_000, [label]).encoded()
            .write(to: URL(fileURLWithPath: file.path))

        let output = try #require(
            SeparateProcess.run([Program.executable.path, "read-codes"], on: file.path))
        let codes = try JSONDecoder().decode([PictureCode].self, from: output)

        #expect(codes == [PictureCode(format: .ean13, text: "4006381333931")])
    }

    @Test("An invalid or damaged picture makes the program fail")
    func noCodes() throws {
        let file = try TemporaryFile()
        let picture = try DrawnPicture(subject: .bookcase, width: 800, height: 600).encoded(
            as: .jpeg)
        for bytes in [Data("A-0042".utf8), picture.prefix(picture.count / 2)] {
            try bytes.write(to: URL(fileURLWithPath: file.path))

            let command = [Program.executable.path, "read-codes"]
            #expect(SeparateProcess.run(command, on: file.path) == nil)
        }
    }
}
