import HTTPTypes
import Hummingbird
import NIOCore

/// Takes the body of an answer that is made already, to do something with all of it.
struct BodyCollector: ResponseBodyWriter {
    /// Whose buffer grows while a body is written: the writer itself is consumed at the end.
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
