import Domain
import Foundation
import Imaging
import Persistence

/// Fifty photos uploaded to the inbox with one form, compared with libvips making their thumbnails
/// on all cores.
struct InboxBenchmark {
    /// The number of pictures in a form.
    private static let pictureCount = 50
    private static let rounds = 3

    let directory: String

    func run(report: (Measurement) -> Void) throws {
        try Household(directory: DataDirectory(path: directory)).close()
        let picture = try TestPicture(megapixels: 12)
        let file = directory + "-picture.jpg"
        try picture.jpeg.write(to: URL(fileURLWithPath: file))
        let server = try ServerProcess(
            serving: directory, log: directory + "-log", options: ["--log-level", "warning"])
        defer { server.end() }
        let form = picture.inboxForm(count: Self.pictureCount, port: server.port)
        var (best, limit, memory) = (Double.infinity, Double.infinity, 0.0)
        for _ in 0..<Self.rounds {
            let output = try ChildProcess.output(
                of: .thumbnailsOnAllCores(picture: file, count: Self.pictureCount))
            limit = min(limit, Double(output) ?? .infinity)
            try server.forgetPeak()
            best = min(best, try seconds { try send(form, to: server) })
            memory = max(memory, try server.memory()["VmHWM"] ?? 0)
        }
        let name = "\(Self.pictureCount) pictures of 12 megapixels in the inbox"
        report(.time("\(name), until the last thumbnail", best, limit: limit, atMost: 1.2))
        let megabytes = Double(picture.jpeg.count * Self.pictureCount) / 1_000_000
        report(.amount("the same, bytes that came", megabytes, "MB", atMost: nil))
        report(.amount("the same, memory at most", memory, "MB", atMost: 200))
    }

    private func send(_ form: [UInt8], to server: ServerProcess) throws {
        let answer = try HTTPConnection(port: server.port).exchange(form)
        guard answer.status == 201 else {
            throw BenchmarkFailure("The inbox: \(answer.head)\(answer.text)")
        }
    }
}

extension TestPicture {
    /// The bytes of a form that puts the picture into the inbox a number of times.
    fileprivate func inboxForm(count: Int, port: Int) -> [UInt8] {
        let boundary = "homeowner-benchmark-boundary"
        var body: [UInt8] = []
        for number in 1...count {
            body += Array(
                """
                --\(boundary)\r
                Content-Disposition: form-data; name="photo"; filename="\(number).jpg"\r
                Content-Type: image/jpeg\r
                \r

                """.utf8)
            body += Array(jpeg) + Array("\r\n".utf8)
        }
        body += Array("--\(boundary)--\r\n".utf8)
        let head = """
            POST /inbox HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Accept: application/json\r
            Content-Type: multipart/form-data; boundary=\(boundary)\r
            Content-Length: \(body.count)\r
            \r

            """
        return Array(head.utf8) + body
    }
}
