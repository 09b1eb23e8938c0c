import Domain
import NIOCore
import Synchronization

/// The sender of a request, determined before anything else: the connection and the user.
final class Client: Sendable {
    /// The connection to the client, perhaps through a reverse proxy.
    struct Connection: Sendable {
        /// The other end of the connection, if that is the client.
        var peer: SocketAddress?
        /// The client's address, as sent by the reverse proxy.
        var forwardedAddress: String?
        /// Whether the request comes directly from this machine.
        var isLocal = false
        /// Whether the connection is encrypted all the way.
        var isSecure = false
        /// Whether the scheme is known: an untrusted proxy may encrypt without saying so.
        var isSchemeKnown = false
        /// The person named by a trusted proxy.
        var trustedUser: String?
    }

    private struct State {
        var connection = Connection()
        var viewer = Viewer.unauthenticated
        var appearance = Appearance.auto
        var routes: RouteAccess?
    }

    private let state = Mutex(State())

    /// The other end of the connection.
    let peer: SocketAddress?
    /// Whether the peer is this machine.
    let isPeerLocal: Bool

    init(_ peer: SocketAddress?) {
        self.peer = peer
        isPeerLocal = peer.map(LoopbackAddress.contains) ?? false
    }

    var connection: Connection {
        get { state.withLock { $0.connection } }
        set { state.withLock { $0.connection = newValue } }
    }

    var viewer: Viewer {
        get { state.withLock { $0.viewer } }
        set { state.withLock { $0.viewer = newValue } }
    }

    /// The access that the routes of the site require; nil outside a site.
    var routes: RouteAccess? {
        get { state.withLock { $0.routes } }
        set { state.withLock { $0.routes = newValue } }
    }

    /// The links and forms for the viewer; nil if no access is denied.
    var offeredLinks: OfferedLinks? {
        let (viewer, routes) = state.withLock { ($0.viewer, $0.routes) }
        guard viewer.isLimited, let routes else { return nil }
        return OfferedLinks(viewer: viewer, routes: routes)
    }

    /// The light or dark appearance in the browser.
    var appearance: Appearance {
        get { state.withLock { $0.appearance } }
        set { state.withLock { $0.appearance = newValue } }
    }

    /// The key of cached pages. It contains the person, because the header of a page shows the
    /// name.
    var pageKind: String {
        let (viewer, appearance) = state.withLock { ($0.viewer, $0.appearance) }
        guard case .person(let account, _) = viewer else {
            return "\(viewer.kind) \(appearance.rawValue)"
        }
        return "\(viewer.kind) \(appearance.rawValue) \(account.id) \(account.name)"
    }
}

extension Client.Connection {
    /// The client's address; nil if unknown.
    var address: String? { forwardedAddress ?? peer?.ipAddress }

    /// The key under which failed sign-ins are counted.
    var signInOrigin: SignInOrigin { SignInOrigin(address: address, isLocal: isLocal) }
}
