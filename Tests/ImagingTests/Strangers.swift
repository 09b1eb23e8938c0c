import Foundation
import Testing

/// Files that are not pictures, or cannot be opened.
enum Strangers {
    struct File: Sendable, CustomTestStringConvertible {
        var phrase: String
        var bytes: Data

        init(_ phrase: String, _ text: String) {
            self.init(phrase, Data(text.utf8))
        }

        init(_ phrase: String, _ bytes: Data) {
            self.phrase = phrase
            self.bytes = bytes
        }

        var testDescription: String { phrase }
    }

    static let all: [File] = [
        File("a PDF document", "%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"),
        File(
            "an SVG drawing",
            "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\"/>\n"),
        File("an SVG drawing", "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect/></svg>"),
        File("plain text", "A letter about a sofa that is not a picture.\n"),
        File("an HTML page", "<!DOCTYPE html>\n<html><body><img src=x></body></html>\n"),
        File("a ZIP archive", zip),
        File("a Linux program", elf),
        File("a BMP picture", bmp),
        File("a file of an unknown kind", noise),
        File("a file of an unknown kind", Data([0xE9, 0x10, 0x00]) + noise),
        File("a file of an unknown kind", elf.prefix(4)),
        File("an empty file", Data()),
    ]

    /// Meaningless bytes.
    static let noise = Data((0..<512).map { UInt8(($0 * 167 + 13) % 251) })

    /// An empty archive.
    static let zip = Data([0x50, 0x4B, 0x05, 0x06] + [UInt8](repeating: 0, count: 18))

    static let elf = Data(
        [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + [UInt8](repeating: 0, count: 8)
            + [2, 0, 0x3E, 0, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 40))

    /// Two by two red pixels.
    static let bmp = Data(
        [0x42, 0x4D, 70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0]
            + [1, 0, 24, 0, 0, 0, 0, 0, 16, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
            + [0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0])
}
