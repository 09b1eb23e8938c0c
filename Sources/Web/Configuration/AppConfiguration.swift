public import Domain
public import Foundation
import HTTPTypes
public import Logging
import NIOCore
public import Persistence

/// The settings of the server: addresses, folders and limits.
public struct AppConfiguration: Sendable {
    /// The address to listen on. Default: the loopback address.
    public var host: String = "127.0.0.1"
    /// The port to listen on; 0 for any free one.
    public var port: Int = 8080
    /// The folder of the store, the pictures and uploads in progress.
    public var dataDirectory: String
    /// The address of the database with the records; nil for a file in the data directory. Several
    /// servers may share it, together with the data directory.
    public var storeAddress: String?
    /// Whether to make the data directory that of all servers on the database, whatever they have.
    /// Default: false.
    public var adoptsImages = false
    /// The address of a replica of the database, from which pages are read while it is up to date;
    /// nil for none.
    public var replicaAddress: String?
    /// The folder of photos; nil for `photos` in the data directory.
    public var photosDirectory: String?
    /// Further services with photos. Default: none.
    public var photoServices: [any PhotoSource] = []
    /// The folder of the templates.
    public var viewsDirectory: String
    /// The folder of the style sheets, scripts and icons.
    public var publicDirectory: String
    /// The prefix of all addresses: empty, or a path such as `/homeowner`.
    public var basePath: BasePath = .root
    /// Whether other machines may connect.
    public var allowRemote: Bool = false
    /// Whether everyone who reaches the server may do everything, as the owner has chosen.
    public var hasNoAccounts = false
    /// The files for TLS; nil for unencrypted connections.
    public var tls: TLSFiles?
    /// The addresses of trusted reverse proxies, whose headers about a request are believed.
    public var proxies: [String] = []
    /// The header with which proxies name the signed-in person; nil for none.
    public var trustedUserHeader: String?
    /// Further server names that a `Host` header may contain.
    public var allowedHosts: [String] = []
    /// The sizes, counts and times above which a request is refused.
    public var limits = ServerLimits()
    /// Whether to open the browser when the server is running. Default: false.
    public var opensBrowser = false
    /// The details of the shop on receipts.
    public var shop = ShopDetails()
    /// The currency of the household; nil, the default, for the one in its settings.
    public var currency: Currency?
    /// The lowest level of logged messages.
    public var logLevel: Logger.Level = .info
    /// Receives the SQL that the store runs, for tests. Default: nil.
    public var trace: SQLTrace?

    /// Whether to follow the folder of photos and the services. Default: true; tests that count
    /// reads turn it off.
    public var followsPhotos = true

    /// Further sections. Default: none.
    var furtherSections: [SectionDescription] = []

    /// The cost of hashing a password; lower in tests.
    package var passwordCost = PasswordHash.Cost.standard

    /// The delay before refusing a sign-in without checking the password; none in tests. Default:
    /// 0.2 seconds.
    package var refusalPause = Duration.milliseconds(200)

    /// The clock for recent photos. Default: the system's.
    public var now: @Sendable () -> Date = { Date() }

    /// Makes a configuration for the three folders with defaults for the rest.
    public init(dataDirectory: String, viewsDirectory: String, publicDirectory: String) {
        self.dataDirectory = dataDirectory
        self.viewsDirectory = viewsDirectory
        self.publicDirectory = publicDirectory
    }

    /// Checks the settings before anything is opened.
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
                --allow-remote, which needs people who sign in and encrypted connections.
                """)
        }
        guard !allowRemote || hasNoAccounts || tls != nil || !proxies.isEmpty else {
            throw .init(
                """
                With --allow-remote passwords cross the network, and nothing keeps others from reading \
                them. Give --tls-certificate FILE and --tls-key FILE, or --behind-proxy ADDRESS if a \
                server in front encrypts. If everyone who reaches this server may do everything: \
                --no-accounts.
                """)
        }
        try validateNames()
        try validateProxies()
    }

    private func validateNames() throws(ConfigurationError) {
        for name in allowedHosts where !ServerNames.isName(name) {
            throw .init(
                "“\(name)” is not the name of a server: --allowed-host takes one without http:// and path, "
                    + "such as house.local.")
        }
    }

    private func validateProxies() throws(ConfigurationError) {
        for proxy in proxies where (try? SocketAddress(ipAddress: proxy, port: 0)) == nil {
            throw .init(
                "“\(proxy)” is not a numeric address. --behind-proxy takes one, such as 127.0.0.1.")
        }
        guard let trustedUserHeader else { return }
        guard !proxies.isEmpty else {
            throw .init(
                "--trusted-user-header needs --behind-proxy ADDRESS.")
        }
        guard HTTPField.Name(trustedUserHeader) != nil else {
            throw .init("“\(trustedUserHeader)” is not the name of a header, such as Remote-User.")
        }
    }

    /// Whether to send Strict-Transport-Security. As it applies to all ports of the host, it is
    /// sent only on the standard port: on another one, other servers of the host may not use TLS.
    var isAlwaysEncrypted: Bool { tls != nil && port == 443 }

    /// Whether other machines can reach the server, so that sign-in is required.
    var isExposed: Bool { !hasNoAccounts && (allowRemote || !proxies.isEmpty) }
}
