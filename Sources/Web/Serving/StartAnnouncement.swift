import Domain
import Foundation
import Logging
import Persistence

/// What the person hears who started the server: where it is, and on a first start what to do next.
struct StartAnnouncement {
    let configuration: AppConfiguration
    let isNew: Bool
    let copyBeforeMigration: String?
    /// Where the records are, without secrets.
    let store: StoreLocation
    /// `http://127.0.0.1:8080`
    let address: String

    /// - Parameter port: the port that it listens on; nil for the one that was asked for.
    init(_ site: Site, port: Int?) {
        configuration = site.configuration
        isNew = site.household.isNew
        copyBeforeMigration = site.household.copyBeforeMigration
        store = site.household.directory.storeLocation
        address = configuration.address(port: port)
    }

    /// Tells the log, and opens the browser if that is wanted.
    func announce(_ logger: Logger) {
        for line in lines { logger.notice("\(line)") }
        if configuration.opensBrowser { open(logger) }
    }

    /// What is said, a line each.
    var lines: [String] {
        var lines = ["Homeowner is at \(address), data in \(configuration.dataDirectory)"]
        if store.path == nil {
            lines.append(
                "The records are in \(store). Pictures, forms and imports that wait are in "
                    + "\(configuration.dataDirectory), which all servers on the database have to share"
            )
        }
        if let copyBeforeMigration {
            lines.append(
                "The records were brought to this version; as they were they are in "
                    + copyBeforeMigration)
        }
        if isNew {
            lines.append(
                "This is its first start: open \(address) in a browser and add an item. "
                    + "“homeowner seed” adds samples, Ctrl-C ends the server")
        }
        return lines
    }

    private func open(_ logger: Logger) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["xdg-open", address]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.terminationHandler = { process in
            guard process.terminationStatus != 0 else { return }
            logger.warning("The browser was not opened: xdg-open is missing, or knows none")
        }
        do {
            try process.run()
        } catch {
            logger.warning("The browser was not opened", metadata: ["error": "\(error)"])
        }
    }
}

extension AppConfiguration {
    /// Where the server is: `http://127.0.0.1:8080`. One that listens on all addresses of the machine is
    /// where its name leads to, or the likeliest of them.
    ///
    /// - Parameters:
    ///   - port: the port that it listens on; nil for the one that was asked for.
    ///   - own: the addresses of the machine in its networks. Default: as they are.
    func address(
        port: Int?, own: @autoclosure () -> [String] = NetworkAddresses.own
    ) -> String {
        let reachable = isOpenToAll ? allowedHosts.first ?? own().first ?? host : host
        return ServerAuthority.address(
            reachable, port: String(port ?? self.port), isSecure: tls != nil) + basePath.path
    }
}
