public import Foundation

/// Pictures of rejected forms, so that users need not choose them again when they correct a field.
///
/// Each has a folder named by an unguessable token, and keeps its original file name there.
public struct StagedImages: Sendable {
    /// A staged picture.
    public struct Image: Sendable, Hashable {
        /// The token in the form.
        public let token: String
        /// The file name for users.
        public let name: String
        /// The path of the file.
        public let path: String
    }

    private static let longestStay: TimeInterval = 24 * 60 * 60
    private let folder: String

    init(folder: String) {
        self.folder = folder
    }

    /// Stages a picture, and removes old ones.
    ///
    /// - Parameters:
    ///   - file: a file on the same disk, which is moved.
    ///   - name: the file name for users.
    /// - Throws: errors of the file system.
    public func keep(_ file: String, named name: String) throws -> Image {
        try sweep()
        var generator = SystemRandomNumberGenerator()
        let token = [generator.next(), generator.next()].map { (number: UInt64) in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
        let place = "\(folder)/\(token)"
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        let name = name.portableFileName(mostBytes: 200, otherwise: "photo")
        guard rename(file, "\(place)/\(name)") == 0 else {
            throw FileError(path: file, code: errno)
        }
        return Image(token: token, name: name, path: "\(place)/\(name)")
    }

    /// The picture of a token; nil if it is gone.
    public func image(for token: String) -> Image? {
        guard token.utf8.count == 32, token.utf8.allSatisfy(Self.isHexadecimal) else { return nil }
        // A missing folder is not an error here.
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(token)")
        return names?.first.map { Image(token: token, name: $0, path: "\(folder)/\(token)/\($0)") }
    }

    /// Removes pictures that are older than a day.
    ///
    /// - Throws: errors of the file system.
    public func sweep(now: Date = Date()) throws {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: folder) {
            let place = "\(folder)/\(name)"
            // Another request or server may remove the same ones.
            guard let date = try FileTime.modification(at: place),
                now.timeIntervalSince(date) > Self.longestStay
            else { continue }
            try files.removeUnlessGone(atPath: place)
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
}
