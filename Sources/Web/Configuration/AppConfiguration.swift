public import Domain
public import Foundation
import HTTPTypes
public import Logging
import NIOCore
public import Persistence

/// Everything that is decided outside the program: where it listens, where its files are, and what
/// it refuses.
public struct AppConfiguration: Sendable {
    /// The address to listen on. Default: the loopback address.
    public var host: String = "127.0.0.1"
    /// The port to listen on; 0 takes any free one.
    public var port: Int = 8080
    /// The folder that holds the store, the pictures and files on their way in.
    public var dataDirectory: String
    /// The address of the database that keeps the records; nil for a file in the data directory. Several
    /// servers may share it, and the data directory with it.
    public var storeAddress: String?
    /// Whether the data directory is that of all servers on the database from now on, whichever they have. Default:
    /// no.
    public var adoptsImages = false
    /// The address of a replica of the database, from which pages are read while it has all that is known
    /// to be saved; nil for none.
    public var replicaAddress: String?
    /// The folder of photographs; nil for `photos` in the data directory.
    public var photosDirectory: String?
    /// The services whose photos are listed besides. Default: none.
    public var photoServices: [any PhotoSource] = []
    /// The folder of the templates.
    public var viewsDirectory: String
    /// The folder of the style sheets, scripts and icons.
    public var publicDirectory: String
    /// What every address starts with: empty, or a path such as `/homeowner`.
    public var basePath: BasePath = .root
    /// Whether other machines may connect.
    public var allowRemote: Bool = false
    /// Whether whoever reaches the server may do everything, as its owner has said.
    public var hasNoAccounts = false
    /// The files by which connections are encrypted; nil for connections that are not.
    public var tls: TLSFiles?
    /// The addresses of servers in front of this one: what they say about a request counts.
    public var proxies: [String] = []
    /// The header in which these name the person who has signed in there; nil for none.
    public var trustedUserHeader: String?
    /// Names of this server besides its own that a `Host` header may carry.
    public var allowedHosts: [String] = []
    /// The sizes, counts and times above which a request is refused.
    public var limits = ServerLimits()
    /// Whether the browser is opened when the server is up. Default: no.
    public var opensBrowser = false
    /// What receipts say about the shop.
    public var shop = ShopDetails()
    /// The currency of the household; nil, the default, for what the page of the shop says.
    public var currency: Currency?
    /// The least important message that is logged.
    public var logLevel: Logger.Level = .info
    /// Receives the SQL that the store runs, for tests. Default: nil.
    public var trace: SQLTrace?

    /// Whether the folder of photographs, and the services, are followed while the server runs.
    /// Default: true; tests that count what is read do without.
    public var followsPhotos = true

    /// Sections besides those of every household. Default: none.
    var furtherSections: [SectionDescription] = []

    /// What hashing a password takes; tests take less.
    package var passwordCost = PasswordHash.Cost.standard

    /// How long those wait for their answer whose password is not even looked at; tests do not wait. Default:
    /// 0.2 seconds.
    package var refusalPause = Duration.milliseconds(200)

    /// The clock that recent photos go by. Default: the system's.
    public var now: @Sendable () -> Date = { Date() }

    /// Makes a configuration for the three folders; everything else has its default.
    public init(dataDirectory: String, viewsDirectory: String, publicDirectory: String) {
        self.dataDirectory = dataDirectory
        self.viewsDirectory = viewsDirectory
        self.publicDirectory = publicDirectory
    }

    /// Checks what can be wrong before anything is opened.
    ///
    /// - Throws: ``ConfigurationError`` if other machines could connect without permission, a port
    ///   does not exist, or a text is too long for a receipt.
    public func validate() throws(ConfigurationError) {
        guard (0...65535).contains(port) else {
            throw .init("There is no port \(port); ports go from 0 to 65535.")
        }
        try shop.validate()
        guard allowRemote || LoopbackAddress.contains(host) else {
            throw .init(
                """
                \(host) can be reached by other machines. Listen on 127.0.0.1, or give \
                --allow-remote, which needs people who sign in and connections that nobody reads.
                """)
        }
        guard !allowRemote || hasNoAccounts || tls != nil || !proxies.isEmpty else {
            throw .init(
                """
                With --allow-remote passwords cross the network, and nothing keeps others from reading \
                them. Give --tls-certificate FILE and --tls-key FILE, or --behind-proxy ADDRESS if a \
                server in front encrypts. If whoever reaches this server may do everything: \
                --no-accounts.
                """)
        }
        try validateNames()
        try validateProxies()
    }

    private func validateNames() throws(ConfigurationError) {
        for name in allowedHosts where !ServerNames.isName(name) {
            throw .init(
                "“\(name)” is no name of a server: --allowed-host takes one without http:// and path, "
                    + "as in house.local.")
        }
    }

    private func validateProxies() throws(ConfigurationError) {
        for proxy in proxies where (try? SocketAddress(ipAddress: proxy, port: 0)) == nil {
            throw .init(
                "“\(proxy)” is no address in numbers. --behind-proxy takes one, as in 127.0.0.1.")
        }
        guard let trustedUserHeader else { return }
        guard !proxies.isEmpty else {
            throw .init(
                "--trusted-user-header needs --behind-proxy ADDRESS: who else could be trusted?")
        }
        guard HTTPField.Name(trustedUserHeader) != nil else {
            throw .init("“\(trustedUserHeader)” is no name of a header, as Remote-User is one.")
        }
    }

    /// Whether browsers are told that nothing at the name of this server is reached without encryption. What
    /// they are told is true of all its ports, so that it is told where the server has the usual one: beside
    /// any other, somebody else may answer.
    var isAlwaysEncrypted: Bool { tls != nil && port == 443 }

    /// Whether others than this machine reach the server, so that they have to sign in.
    var isExposed: Bool { !hasNoAccounts && (allowRemote || !proxies.isEmpty) }
}
