import Foundation
import Imaging
import Testing

@Test("explore") func explore() async throws {
    let dir = "/tmp/imgx"
    try? FileManager.default.createDirectory(atPath: dir, withIntermediateDirectories: true)
    for (n, s) in DrawnPicture.Subject.allCases.enumerated() {
        let t = ContinuousClock.now
        let d = try DrawnPicture(subject: s, seed: n * 7 + 3, width: 800, height: 600).encoded(as: .jpeg)
        print(s, d.count, ContinuousClock.now - t)
        try d.write(to: URL(fileURLWithPath: "\(dir)/\(s).jpg"))
    }
    let p = ImageProcessor()
    for f in PictureFormat.allCases where f != .bmp {
        for o in [1, 6] {
        let d = try DrawnPicture(subject: .sofa, seed: 7, width: 800, height: 600).encoded(as: f, orientation: o)
        let path = "\(dir)/sofa\(o).\(f.fileExtension)"
        try d.write(to: URL(fileURLWithPath: path))
        do {
            let t = try await p.thumbnail(ofFileAt: path)
            print(f, d.count, t.source, t.png.count)
            try t.png.write(to: URL(fileURLWithPath: path + ".png"))
        } catch { print(f, error) }
        }
    }
}
