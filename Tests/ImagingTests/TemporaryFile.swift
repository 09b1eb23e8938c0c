import Foundation

/// A file that is deleted with the object.
final class TemporaryFile: Sendable {
    let path: String

    init(_ bytes: Data, name: String = "upload") throws {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("imaging-\(UUID().uuidString)-\(name)").path
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("left behind: \(path) (\(error))")
        }
    }
}
