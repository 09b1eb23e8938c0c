import Domain
import NIOCore
import Synchronization

/// Where a request comes from and who sends it, found out before anything else is done.
final class Visit: Sendable {
    /// The way that a request has come.
    struct Way: Sendable {
        /// The client's address; nil if it is not known.
        var address: String?
        /// Whether it comes from this machine, and no server stands between.
        var isLocal = false
        /// Whether nobody between could read it.
        var isSecure = false
        /// The person whom a trusted server has named.
        var trustedUser: String?
    }

    private struct State {
        var way = Way()
        var viewer = Viewer.stranger
    }

    private let state = Mutex(State())

    /// The address of the other end of the connection.
    let peer: String?
    /// Whether that is this machine.
    let isPeerLocal: Bool

    init(_ peer: SocketAddress?) {
        self.peer = peer?.ipAddress
        isPeerLocal = peer.map(LoopbackAddress.contains) ?? false
    }

    var way: Way {
        get { state.withLock { $0.way } }
        set { state.withLock { $0.way = newValue } }
    }

    var viewer: Viewer {
        get { state.withLock { $0.viewer } }
        set { state.withLock { $0.viewer = newValue } }
    }
}

extension Visit.Way {
    /// What guesses are counted for.
    var origin: SignInOrigin { SignInOrigin(address: address, isLocal: isLocal) }
}
