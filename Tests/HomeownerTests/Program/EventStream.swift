import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The events that an open page receives, as a browser reads them.
final class EventStream: NSObject, URLSessionDataDelegate {
    private let received = Mutex(Data())
    private let session = Mutex<URLSession?>(nil)

    /// Opens the stream of an address.
    convenience init(_ address: String) throws {
        self.init()
        guard let url = URL(string: address) else { throw URLError(.badURL) }
        let new = URLSession(configuration: .default, delegate: self, delegateQueue: nil)
        new.dataTask(with: url).resume()
        session.withLock { $0 = new }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        received.withLock { $0 += data }
    }

    private var text: String { received.withLock { String(decoding: $0, as: UTF8.self) } }

    /// Waits for an event. Returns whether there was one; the full time passes only if there is none.
    func receives(_ part: String) async throws -> Bool {
        for _ in 0..<30_000 where !text.contains(part) {
            try await Task.sleep(for: .milliseconds(10))
        }
        return text.contains(part)
    }

    /// Discards the received events.
    func clear() { received.withLock { $0 = Data() } }

    func close() { session.withLock { $0?.invalidateAndCancel() } }
}
