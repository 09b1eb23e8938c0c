import ArgumentParser
import Domain
import Foundation
import Logging
import Persistence
import PhotoSources
import Web

/// `homeowner serve`
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves the site until Ctrl-C.")

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes any free one.")
    var port = 8080

    @OptionGroup var place: HouseholdPlace

    @Flag(
        name: .customLong("adopt-images"),
        help: """
            Take the folder of --images for that of all servers on the database from now on, after it was \
            moved or brought back. Others with another folder have to be started again, with this one.
            """)
    var adoptsImages = false

    @Option(
        name: .customLong("read-from"),
        help: ArgumentHelp(
            "A replica of the database of --store, from which pages are read while it has what is "
                + "known to be saved.", valueName: "address"))
    var replica: String?

    @Option(
        name: .customLong("photos"),
        help: "The folder of photographs, with a folder for each place. Default: DATA/photos.")
    var photosDirectory: String?

    @Flag(name: .customLong("open"), help: "Open the browser when the server is up.")
    var opensBrowser = false

    @Option(help: "What every address starts with, as in /homeowner.")
    var basePath = ""

    @Flag(
        help: """
            Let other machines connect. It needs people who sign in (homeowner user add), and \
            --tls-certificate or --behind-proxy.
            """)
    var allowRemote = false

    @Flag(name: .customLong("no-accounts"), help: "Let anyone who reaches it do everything.")
    var hasNoAccounts = false

    @Option(
        name: .customLong("tls-certificate"),
        help: "The file of the certificate, in PEM. It is read again when it changes.",
        completion: .file())
    var tlsCertificate: String?

    @Option(
        name: .customLong("tls-key"), help: "The file of the certificate's key, in PEM.",
        completion: .file())
    var tlsKey: String?

    @Option(
        name: .customLong("behind-proxy"),
        help: """
            The address of a server in front, which encrypts; may be given several times. From there, \
            and only from there, Forwarded and X-Forwarded-For, -Proto and -Host count.
            """)
    var proxies: [String] = []

    @Option(
        help: "The header in which the server in front names the person, for example Remote-User.")
    var trustedUserHeader: String?

    @Option(
        name: .customLong("allowed-host"),
        help: "A further name of this server; may be given several times.")
    var allowedHosts: [String] = []

    @OptionGroup var resources: ResourceOptions

    @Option(
        name: .customLong("max-upload-mb"),
        help: "The size of the largest file that is taken, in megabytes.")
    var uploadMegabytes = 25

    @Option(
        name: .customLong("max-megapixels"),
        help: "The size of the largest picture that is opened, in megapixels.")
    var megapixels = 100

    @Option(
        name: .customLong("kept-pages-mb"),
        help: "How many megabytes of pages are kept in memory until something is saved.")
    var keptPagesMegabytes = 16

    @Option(help: "The name of the shop, for receipts and day sheets.")
    var shopName = ""

    @Option(
        name: .customLong("shop-address"),
        help: "A line of its address on receipts; may be given several times.")
    var shopAddress: [String] = []

    @Option(
        name: .customLong("receipt-footer"),
        help: "A line at the end of receipts; may be given several times. Default: Thank you.")
    var receiptFooter: [String] = []

    @Option(
        name: .customLong("shop-currency"),
        help: ArgumentHelp(
            "The currency of the sales, and of what things have cost, in three letters: EUR. Default: "
                + "as the page of the shop says."))
    var shopCurrency = ""

    @Option(help: "What is logged: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "info"

    func validate() throws {
        try validateReplica()
        guard !adoptsImages || place.store != nil else {
            throw ValidationError(
                "--adopt-images belongs to --store, whose servers share a folder.")
        }
        guard (1...10_000).contains(uploadMegabytes) else {
            throw ValidationError("--max-upload-mb is from 1 to 10000.")
        }
        guard (1...10_000).contains(megapixels) else {
            throw ValidationError("--max-megapixels is from 1 to 10000.")
        }
        guard (0...10_000).contains(keptPagesMegabytes) else {
            throw ValidationError("--kept-pages-mb is from 0 to 10000.")
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
            throw ValidationError("--read-from belongs to --store, whose replica it is.")
        }
        do { _ = try StoreDescription(address: replica) } catch {
            throw ValidationError(
                "--read-from takes the address of a PostgreSQL database, as in "
                    + "postgresql://user@host/name.")
        }
    }

    func run() async throws {
        LoggingSystem.bootstrap { LineLogHandler(label: $0, lines: .standardError) }
        defer { LogLines.standardError.flush() }
        var configuration = try makeConfiguration(
            views: resources.viewsDirectory,
            publicFolder: resources.publicDirectory)
        configuration.photoServices = try photoServices()
        try await serve(configuration)
    }

    /// Flickr, for an owner who has a key.
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
                throw ConfigurationError("--tls-certificate and --tls-key belong together.")
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

    /// The configuration that the options describe, with these two folders.
    private func makeConfiguration(views: String, publicFolder: String) throws -> AppConfiguration {
        guard let logLevel = Logger.Level(rawValue: logLevel) else {
            throw ConfigurationError("“\(logLevel)” is no level of the log; see --help.")
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
        configuration.limits.keptPageBytes = keptPagesMegabytes << 20
        configuration.shop.name = shopName
        configuration.shop.addressLines = shopAddress
        configuration.currency = try currency
        if !receiptFooter.isEmpty { configuration.shop.footerLines = receiptFooter }
        configuration.logLevel = logLevel
        configuration.opensBrowser = opensBrowser
        return configuration
    }
}
