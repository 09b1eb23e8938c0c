import Foundation

/// The time from the upload of a photo until its thumbnail is served, compared with libvips making
/// the thumbnail.
struct UploadBenchmark {
    private static let count = 10

    let inventory: ServedInventory

    func run(report: (Measurement) -> Void) throws {
        let picture = try TestPicture(megapixels: 12)
        let file = inventory.directory + "-picture.jpg"
        try picture.jpeg.write(to: URL(fileURLWithPath: file))
        let server = try ServerProcess(serving: inventory)
        defer { server.end() }
        try picture.upload(to: server.port)
        var best = (Double.infinity, Double.infinity)
        for _ in 0..<3 {
            let output = try ChildProcess.output(
                of: .thumbnails(picture: file, count: Self.count))
            best.1 = min(best.1, Double(output) ?? .infinity)
            for _ in 0..<Self.count {
                best.0 = min(best.0, try seconds { try picture.upload(to: server.port) })
            }
        }
        report(
            .time(
                "upload of a JPEG of 12 megapixels until its thumbnail is served", best.0,
                limit: best.1, atMost: 1.2))
    }
}
