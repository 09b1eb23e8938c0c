import Domain
import Foundation

extension ImportFile {
    /// Reads a table from memory.
    init(_ data: Data, named name: String, kind: ImportKind? = nil) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try data.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        var reading = ImportReading()
        reading.kind = kind
        try self.init(contentsOf: url.path, named: name, reading: reading)
    }
}
