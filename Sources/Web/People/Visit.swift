import Domain
import NIOCore
import Synchronization

/// Where a request comes from and who sends it, found out before anything else is done.
final class Visit: Sendable {
    /// The way that a request has come.
    struct Way: Sendable {
        /// The other end of the connection, where that is the client.
        var peer: SocketAddress?
        /// The client's address, as the server in front has named it.
        var forwardedAddress: String?
        /// Whether it comes from this machine, and no server stands between.
        var isLocal = false
        /// Whether nobody between could read it.
        var isSecure = false
        /// Whether that is known: a server in front that is not trusted may encrypt and not say it.
        var isSchemeKnown = false
        /// The person whom a trusted server has named.
        var trustedUser: String?
    }

    private struct State {
        var way = Way()
        var viewer = Viewer.stranger
    }

    private let state = Mutex(State())

    /// The other end of the connection.
    let peer: SocketAddress?
    /// Whether that is this machine.
    let isPeerLocal: Bool

    init(_ peer: SocketAddress?) {
        self.peer = peer
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
    /// The client's address; nil if it is not known.
    var address: String? { forwardedAddress ?? peer?.ipAddress }

    /// What guesses are counted for.
    var origin: SignInOrigin { SignInOrigin(address: address, isLocal: isLocal) }
}
