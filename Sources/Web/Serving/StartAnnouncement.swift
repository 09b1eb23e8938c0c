import Domain
import Foundation
import Logging
import Persistence
import Synchronization

/// The messages at the start: the address, and on a first start the next steps.
struct StartAnnouncement {
    let configuration: AppConfiguration
    let isNew: Bool
    let copyBeforeMigration: String?
    /// The location of the records, without secrets.
    let store: StoreLocation
    /// The address: `http://127.0.0.1:8080`.
    let address: String

    /// - Parameter port: the actual port; nil for the configured one.
    init(_ site: Site, port: Int?) {
        configuration = site.configuration
        isNew = site.household.isNew
        copyBeforeMigration = site.household.copyBeforeMigration
        store = site.household.directory.storeLocation
        address = configuration.address(port: port)
    }

    /// Logs the messages, and opens the browser if configured.
    func announce(_ logger: Logger) {
        for line in lines { logger.notice("\(line)") }
        if configuration.opensBrowser { open(logger) }
    }

    /// The messages, a line each.
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
                "The records were migrated to this version; the old store is in "
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
            logger.warning("The browser was not opened: xdg-open is missing, or finds none")
        }
        do {
            try process.run()
        } catch {
            logger.warning("The browser was not opened", metadata: ["error": "\(error)"])
        }
    }
}

extension AppConfiguration {
    /// The address of the server: `http://127.0.0.1:8080`. If it listens on all addresses, it is
    /// the one that the host name leads to, or the most likely one.
    ///
    /// - Parameters:
    ///   - port: the actual port; nil for the configured one.
    ///   - own: the addresses of the machine in its networks. Default: the current ones.
    func address(
        port: Int?, own: @autoclosure () -> [String] = NetworkAddresses.own
    ) -> String {
        let reachable = isOpenToAll ? allowedHosts.first ?? own().first ?? host : host
        return ServerAuthority.address(
            reachable, port: String(port ?? self.port), isSecure: tls != nil) + basePath.path
    }
}

/// Code that is only needed at the start: for parsing the command line, reading models and
/// templates, and opening the store. It is more than a third of the program's memory at that time.
enum StartCode {
    /// The number of times that it will be unloaded: after the start, and when the caches are warm.
    /// Further sites in the same process (in tests) need it loaded.
    private static let remaining = Atomic(2)

    /// Removes all code pages from the process's memory. Needed ones are loaded again from their
    /// files, which the system still caches.
    ///
    /// Only read-only executable mappings of files are affected. Does nothing if the system does
    /// not list them.
    static func forget() {
        guard remaining.subtract(1, ordering: .relaxed).oldValue > 0 else { return }
        guard let maps = FileHandle(forReadingAtPath: "/proc/self/maps"),
            let text = try? maps.readToEnd()
        else { return }
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            // 7f0adede1000-7f0adee01000 r-xp 00000000 fe:00 1234  /lib/x86_64-linux-gnu/libmagic.so.1
            let fields = line.split(separator: " ", maxSplits: 5)
            guard fields.count == 6, fields[1] == "r-xp", fields[5].contains("/") else { continue }
            let ends = fields[0].split(separator: "-").compactMap { UInt(String($0), radix: 16) }
            guard ends.count == 2, ends[0] < ends[1] else { continue }
            madvise(
                UnsafeMutableRawPointer(bitPattern: ends[0]), Int(ends[1] - ends[0]), MADV_DONTNEED)
        }
    }
}
