import Foundation
import NIOCore
import NIOPosix

/// Writes a file that arrives in chunks to the data directory, off the threads that serve requests.
final class FileSpool {
    /// The size up to which chunks are collected before they are written.
    private static let blockSize = 256 << 10

    private let path: String
    private let limit: Int
    private let descriptor: CInt
    private var block = ByteBuffer()
    private var byteCount = 0
    private var isHandedOver = false

    /// Opens a new file in a folder. Bytes above the limit are counted but not written.
    ///
    /// - Throws: ``POSIXError`` if the file cannot be created.
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

    func write(_ content: ByteBuffer) async throws {
        byteCount += content.readableBytes
        guard byteCount <= limit else { return }
        block.writeImmutableBuffer(content)
        if block.readableBytes >= Self.blockSize { try await flush() }
    }

    /// Writes the remaining bytes and returns the number of bytes received.
    func finish() async throws -> Int {
        if byteCount <= limit { try await flush() }
        return byteCount
    }

    /// The finished file, which owns the bytes on the disk from here on.
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

    /// Flushes the file to the disk while its content is examined.
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
