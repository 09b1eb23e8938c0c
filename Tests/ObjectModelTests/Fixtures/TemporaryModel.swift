import Foundation

/// A directory for a test, deleted with its object.
final class TemporaryDirectory {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "ObjectModelTests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, with the directories above it, and returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let url = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: false, encoding: .utf8)
        return url.path
    }

    /// Writes the versions of a bundle, each with an entity named after the version without spaces
    /// and dots, and returns the bundle's path.
    func bundle(_ name: String, versions: [String], current: String? = nil) throws -> String {
        for version in versions {
            let entity = version.filter { $0.isLetter || $0.isNumber }
            try write(
                SampleModel.xml(#"<entity name="\#(entity)"/>"#),
                to: "\(name).xcdatamodeld/\(version).xcdatamodel/contents")
        }
        if let current {
            try write(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict>
                <key>_XCCurrentVersionName</key><string>\(current)</string>
                </dict></plist>
                """, to: "\(name).xcdatamodeld/.xccurrentversion")
        }
        return "\(path)/\(name).xcdatamodeld"
    }
}
