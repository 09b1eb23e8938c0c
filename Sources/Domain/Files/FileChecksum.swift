import CNettle
import Foundation

/// The SHA-256 of a file, for detecting changes.
public struct FileChecksum: Sendable, Hashable, CustomStringConvertible {
    /// The 64 hexadecimal digits in lower case.
    public let description: String

    /// Parses hexadecimal digits; nil for another text.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 64, text.utf8.allSatisfy(Self.isDigit) else { return nil }
        description = String(text)
    }

    private init(_ digest: [UInt8]) {
        description = digest.reduce(into: "") { text, byte in
            text.append(Self.digits[Int(byte >> 4)])
            text.append(Self.digits[Int(byte & 15)])
        }
    }

    /// Computes the checksum of a file.
    ///
    /// - Throws: ``FileError``.
    public init(ofFileAt path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(descriptor) }
        var sum = Sum()
        var piece = [UInt8](repeating: 0, count: 256 * 1024)
        while true {
            let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(path: path, code: errno) }
            guard count > 0 else { break }
            piece.withUnsafeBytes { sum.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        self = sum.checksum
    }

    /// A checksum that is computed incrementally.
    public struct Sum: Sendable {
        private var state = sha256_ctx()

        public init() {
            nettle_sha256_init(&state)
        }

        public mutating func add(_ bytes: UnsafeRawBufferPointer) {
            guard let start = bytes.baseAddress else { return }
            nettle_sha256_update(
                &state, bytes.count, start.assumingMemoryBound(to: UInt8.self))
        }

        /// The checksum of all bytes so far.
        public var checksum: FileChecksum {
            // The digest resets its state, so it is computed on a copy.
            var state = state
            var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
            nettle_sha256_digest(&state, digest.count, &digest)
            return FileChecksum(digest)
        }
    }

    private static let digits: [Character] = Array("0123456789abcdef")

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
}
