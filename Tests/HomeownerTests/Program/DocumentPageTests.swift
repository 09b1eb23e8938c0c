import Foundation
import Testing

@testable import Imaging

@Suite("Pictures of documents by a process of their own")
struct DocumentPageTests {
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

    @Test("The program draws the first page, within its limits")
    func page() throws {
        try #require(DocumentPage.isAvailable, "this libvips opens no PDF documents")
        let file = try TemporaryFile()
        try Self.page.write(to: URL(fileURLWithPath: file.path))

        let picture = try #require(DocumentProgram.run(Self.command, on: file.path))
        let copy = try TemporaryFile()
        try picture.write(to: URL(fileURLWithPath: copy.path))
        let header = try Picture(ofFileAt: copy.path)

        #expect(header.width == Thumbnail.side && header.height == Thumbnail.side)
    }

    @Test("What is no document, a program that fails and one that is not there make no picture")
    func nothing() throws {
        let file = try TemporaryFile()
        try Data("%PDF-1.4 nothing".utf8).write(to: URL(fileURLWithPath: file.path))

        #expect(DocumentProgram.run(Self.command, on: file.path) == nil)
        #expect(DocumentProgram.run(["/bin/echo", "text"], on: file.path) == nil)
        #expect(DocumentProgram.run(["/bin/false"], on: file.path) == nil)
        #expect(DocumentProgram.run(["/nowhere/at/all"], on: file.path) == nil)
    }
}
