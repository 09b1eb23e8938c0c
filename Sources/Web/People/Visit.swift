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
        var appearance = Appearance.auto
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

    /// Whether pages are light or dark in the browser.
    var appearance: Appearance {
        get { state.withLock { $0.appearance } }
        set { state.withLock { $0.appearance = newValue } }
    }

    /// What a kept page is kept under: who looks at it stands in its header.
    var pageKind: String {
        let (viewer, appearance) = state.withLock { ($0.viewer, $0.appearance) }
        guard case .person(let account, _) = viewer else {
            return "\(viewer.kind) \(appearance.rawValue)"
        }
        return "\(viewer.kind) \(appearance.rawValue) \(account.id) \(account.name)"
    }
}

extension Visit.Way {
    /// The client's address; nil if it is not known.
    var address: String? { forwardedAddress ?? peer?.ipAddress }

    /// What guesses are counted for.
    var origin: SignInOrigin { SignInOrigin(address: address, isLocal: isLocal) }
}
