import ArgumentParser
import Domain
import Foundation
import Logging
import Persistence
import PhotoSources
import Web

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Starts the server. Ctrl-C stops it.")

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any free port.")
    var port = 8080

    @OptionGroup var place: HouseholdOptions

    @Flag(
        name: .customLong("adopt-images"),
        help: """
            Use the folder of --images for all servers on the database, after it was moved or restored. \
            Restart the other servers with the same folder.
            """)
    var adoptsImages = false

    @Option(
        name: .customLong("read-from"),
        help: ArgumentHelp(
            "A read replica of the database of --store. Pages are read from it while it is up to date.",
            valueName: "address"))
    var replica: String?

    @Option(
        name: .customLong("photos"),
        help: "The folder of photographs, with a folder for each album. Default: DATA/photos.")
    var photosDirectory: String?

    @Flag(name: .customLong("open"), help: "Open the browser once the server is running.")
    var opensBrowser = false

    @Option(help: "The prefix of all addresses, such as /homeowner.")
    var basePath = ""

    @Flag(
        help: """
            Let other machines connect. This requires accounts (homeowner user add), and \
            --tls-certificate or --behind-proxy.
            """)
    var allowRemote = false

    @Flag(
        name: .customLong("no-accounts"),
        help: "Run without accounts: anyone who can reach the server can do everything.")
    var hasNoAccounts = false

    @Option(
        name: .customLong("tls-certificate"),
        help: "The TLS certificate, a PEM file. It is reloaded when it changes.",
        completion: .file())
    var tlsCertificate: String?

    @Option(
        name: .customLong("tls-key"), help: "The private key of the certificate, a PEM file.",
        completion: .file())
    var tlsKey: String?

    @Option(
        name: .customLong("behind-proxy"),
        help: """
            The address of a reverse proxy that handles TLS; may be repeated. Forwarded and \
            X-Forwarded-For, -Proto and -Host are trusted from this address only.
            """)
    var proxies: [String] = []

    @Option(
        help:
            "The header in which the proxy sends the name of the signed-in person, such as Remote-User."
    )
    var trustedUserHeader: String?

    @Option(
        name: .customLong("allowed-host"),
        help: "Another host name of this server; may be repeated.")
    var allowedHosts: [String] = []

    @OptionGroup var folders: ProgramFolderOptions

    @Option(
        name: .customLong("max-upload-mb"),
        help: "The largest upload, in megabytes.")
    var uploadMegabytes = 25

    @Option(
        name: .customLong("max-megapixels"),
        help: "The largest picture, in megapixels.")
    var megapixels = 100

    @Option(
        name: .customLong("kept-pages-mb"),
        help: "The memory for cached pages, in megabytes.")
    var pageCacheMegabytes = 16

    @Option(help: "The name of the shop, for receipts and day sheets.")
    var shopName = ""

    @Option(
        name: .customLong("shop-address"),
        help: "A line of the shop’s address on receipts; may be repeated.")
    var shopAddress: [String] = []

    @Option(
        name: .customLong("receipt-footer"),
        help: "A line at the end of receipts; may be repeated. Default: Thank you.")
    var receiptFooter: [String] = []

    @Option(
        name: .customLong("shop-currency"),
        help: ArgumentHelp(
            "The currency of the household, three letters such as EUR. Default: as set in the settings."
        ))
    var shopCurrency = ""

    @Option(help: "The log level: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "info"

    @Option(help: "The format of log lines.")
    var logFormat = LogFormat.text

    func validate() throws {
        try validateReplica()
        guard !adoptsImages || place.store != nil else {
            throw ValidationError(
                "--adopt-images needs --store.")
        }
        guard (1...10_000).contains(uploadMegabytes) else {
            throw ValidationError("--max-upload-mb must be from 1 to 10000.")
        }
        guard (1...10_000).contains(megapixels) else {
            throw ValidationError("--max-megapixels must be from 1 to 10000.")
        }
        guard (0...10_000).contains(pageCacheMegabytes) else {
            throw ValidationError("--kept-pages-mb must be from 0 to 10000.")
        }
        do {
            try makeConfiguration(views: "", publicFolder: "").validate()
        } catch let error as ConfigurationError {
            throw ValidationError(error.description)
        }
    }

    private func validateReplica() throws {
        guard let replica else { return }
        guard place.store != nil else {
            throw ValidationError("--read-from needs --store.")
        }
        do { _ = try StoreDescription(address: replica) } catch {
            throw ValidationError(
                "--read-from takes the address of a PostgreSQL database, as in "
                    + "postgresql://user@host/name.")
        }
    }

    func run() async throws {
        LoggingSystem.bootstrap { [logFormat] _ in
            LineLogHandler(lines: .standardError, format: logFormat)
        }
        defer { LogLines.standardError.flush() }
        var configuration = try makeConfiguration(
            views: folders.viewsDirectory,
            publicFolder: folders.publicDirectory)
        configuration.photoServices = try photoServices()
        try await serve(configuration)
    }

    /// Flickr, if the owner has a key.
    private func photoServices() throws -> [any PhotoSource] {
        let key = ProcessInfo.processInfo.environment[FlickrSource.keyVariable]
        guard let key, !key.isEmpty else { return [] }
        do {
            return [try FlickrSource(key: key)]
        } catch {
            throw ConfigurationError("\(error)")
        }
    }

    private var tlsFiles: TLSFiles? {
        get throws {
            switch (tlsCertificate, tlsKey) {
            case (nil, nil): return nil
            case (let certificate?, let key?): return TLSFiles(certificate: certificate, key: key)
            default:
                throw ConfigurationError("--tls-certificate and --tls-key need each other.")
            }
        }
    }

    private var currency: Currency? {
        get throws {
            guard !shopCurrency.isEmpty else { return nil }
            guard let currency = Currency(shopCurrency) else {
                throw ConfigurationError("“\(shopCurrency)” is not a currency code, such as EUR.")
            }
            return currency
        }
    }

    /// The configuration for the options and these two folders.
    private func makeConfiguration(views: String, publicFolder: String) throws -> AppConfiguration {
        guard let logLevel = Logger.Level(rawValue: logLevel) else {
            throw ConfigurationError("“\(logLevel)” is not a log level; see --help.")
        }
        var configuration = AppConfiguration(
            dataDirectory: place.folder, viewsDirectory: views, publicDirectory: publicFolder)
        configuration.storeAddress = place.store
        configuration.replicaAddress = replica
        configuration.adoptsImages = adoptsImages
        configuration.photosDirectory = photosDirectory
        configuration.host = host
        configuration.port = port
        configuration.basePath = try BasePath(basePath)
        configuration.allowRemote = allowRemote
        configuration.allowedHosts = allowedHosts
        configuration.hasNoAccounts = hasNoAccounts
        configuration.tls = try tlsFiles
        configuration.proxies = proxies
        configuration.trustedUserHeader = trustedUserHeader
        configuration.limits.uploadBytes = uploadMegabytes * 1_000_000
        configuration.limits.pixels = megapixels * 1_000_000
        configuration.limits.pageCacheBytes = pageCacheMegabytes << 20
        configuration.shop.name = shopName
        configuration.shop.address = shopAddress
        configuration.currency = try currency
        if !receiptFooter.isEmpty { configuration.shop.footer = receiptFooter }
        configuration.logLevel = logLevel
        configuration.opensBrowser = opensBrowser
        return configuration
    }
}
