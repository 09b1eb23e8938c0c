import HTTPTypes
import Hummingbird
import NIOCore

/// Collects the body of a response.
struct BodyCollector: ResponseBodyWriter {
    /// The collected bytes; a class, since the writer is consumed at the end.
    final class Collected {
        fileprivate(set) var buffer = ByteBuffer()
    }

    private let collected: Collected

    init(into collected: Collected) {
        self.collected = collected
    }

    mutating func write(_ buffer: ByteBuffer) {
        collected.buffer.writeImmutableBuffer(buffer)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) {}
}
