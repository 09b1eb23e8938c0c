public import Foundation

/// Pictures of forms that were refused: a person who has to correct a field need not choose the
/// picture again.
///
/// Each lies in a folder of its own, the name of which is a token that nobody can guess, under the
/// name that the person's machine gave it.
public struct StagedImages: Sendable {
    /// A picture that was kept.
    public struct Image: Sendable, Hashable {
        /// What stands for the picture in the form.
        public let token: String
        /// The name of its file, for people.
        public let name: String
        /// Where its bytes are.
        public let path: String
    }

    private static let longestStay: TimeInterval = 24 * 60 * 60
    private let folder: String

    init(folder: String) {
        self.folder = folder
    }

    /// Keeps a picture, and forgets those that nobody came back for.
    ///
    /// - Parameters:
    ///   - file: a file on the same disk, which moves.
    ///   - name: the name that it is shown under.
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

    /// The picture that a token stands for, or nil if it is gone.
    public func image(for token: String) -> Image? {
        guard token.utf8.count == 32, token.utf8.allSatisfy(Self.isHexadecimal) else { return nil }
        // A folder that is not there is the answer, not an error.
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(token)")
        return names?.first.map { Image(token: token, name: $0, path: "\(folder)/\(token)/\($0)") }
    }

    /// Forgets the pictures that are older than a day.
    ///
    /// - Throws: errors of the file system.
    public func sweep(now: Date = Date()) throws {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: folder) {
            let place = "\(folder)/\(name)"
            // Another form that is refused, or another server, may forget the same ones.
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
