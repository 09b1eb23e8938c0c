import Drawing
import Foundation
import Imaging
import Testing

@Suite("Drawn pictures") struct DrawnPictureTests {
    @Test("Every subject is drawn at the requested size", arguments: DrawnPicture.Subject.allCases)
    func drawsSubjects(subject: DrawnPicture.Subject) throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("drawing-\(UUID().uuidString)")
        let drawn = DrawnPicture(subject: subject, width: 301, height: 203)
        try drawn.encoded(as: .jpeg).write(to: file)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }

        let picture = try Picture(ofFileAt: file.path)

        #expect((picture.width, picture.height) == (301, 203))
    }

    @Test("The seed determines the picture")
    func dependsOnSeed() throws {
        var drawn = DrawnPicture(subject: .sofa, seed: 4, width: 200, height: 150)
        let first = try drawn.encoded(as: .png)
        let second = try drawn.encoded(as: .png)
        drawn.seed = 5

        let other = try drawn.encoded(as: .png)

        #expect(first == second)
        #expect(first != other)
    }

    @Test("BMP files cannot be written")
    func refusesBMP() {
        #expect(
            throws: ImagingError.unreadable(
                reason: "libvips cannot write a BMP picture like this one")
        ) {
            try DrawnPicture(subject: .ring, width: 10, height: 10).encoded(as: .bmp)
        }
    }
}
