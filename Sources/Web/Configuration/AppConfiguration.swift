public import Domain
public import Foundation
public import Logging
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
    /// Names of this server besides its own that a `Host` header may carry.
    public var allowedHosts: [String] = []
    /// The sizes, counts and times above which a request is refused.
    public var limits = ServerLimits()
    /// Whether the browser is opened when the server is up. Default: no.
    public var opensBrowser = false
    /// What receipts say about the shop.
    public var shop = ShopDetails()
    /// The least important message that is logged.
    public var logLevel: Logger.Level = .info
    /// Receives the SQL that the store runs, for tests. Default: nil.
    public var trace: SQLTrace?

    /// Whether the folder of photographs, and the services, are followed while the server runs.
    /// Default: true; tests that count what is read do without.
    public var followsPhotos = true

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
                \(host) can be reached by other machines, and Homeowner has no accounts yet: \
                whoever can connect can read and change everything. Listen on 127.0.0.1, or give \
                --allow-remote if the network is trusted.
                """)
        }
    }
}
