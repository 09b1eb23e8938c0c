import Foundation
import NIOCore
import NIOPosix

/// Writes a file that comes in chunks to the data directory, off the threads that serve requests.
final class FileSpool {
    /// Chunks are gathered up to this size before they are written.
    private static let blockSize = 256 << 10

    private let path: String
    private let limit: Int
    private let descriptor: CInt
    private var block = ByteBuffer()
    private var byteCount = 0
    private var isHandedOver = false

    /// Opens a new file in a folder; what comes above the limit is counted and not written.
    ///
    /// - Throws: ``POSIXError`` if the file cannot be made.
    init(folder: String, limit: Int) throws {
        self.limit = limit
        path = "\(folder)/\(UUID().uuidString)"
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    deinit {
        close(descriptor)
        if !isHandedOver { unlink(path) }
    }

    /// Adds bytes.
    func write(_ content: ByteBuffer) async throws {
        byteCount += content.readableBytes
        guard byteCount <= limit else { return }
        block.writeImmutableBuffer(content)
        if block.readableBytes >= Self.blockSize { try await flush() }
    }

    /// Writes what is left, and gives the number of bytes that came.
    func finish() async throws -> Int {
        if byteCount <= limit { try await flush() }
        return byteCount
    }

    /// The finished file; from now on it decides how long the bytes stay.
    func file(fieldName: String, fileName: String) -> UploadedFile {
        isHandedOver = true
        return UploadedFile(
            fieldName: fieldName, fileName: fileName, path: path, byteCount: byteCount,
            writing: startWriting())
    }

    private func flush() async throws {
        let (block, descriptor) = (block, descriptor)
        self.block.clear()
        try await NIOThreadPool.singleton.runIfActive {
            try Self.write(block, to: descriptor)
        }
    }

    /// Brings the file to the disk, while others look at what is in it.
    private func startWriting() -> Task<Void, any Error> {
        let other = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return Task {
            try await NIOThreadPool.singleton.runIfActive {
                guard other >= 0 else { throw POSIXError(.EMFILE) }
                defer { close(other) }
                guard fsync(other) == 0 else {
                    throw POSIXError(.init(rawValue: errno) ?? .EIO)
                }
            }
        }
    }

    private static func write(_ block: ByteBuffer, to descriptor: CInt) throws {
        try block.withUnsafeReadableBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
                let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
                offset += count
            }
        }
    }
}
