import Domain
import Foundation
import Synchronization

/// Opens the server to phones of the local network, with a second listener and a self-signed
/// certificate.
///
/// The first listener is not changed. ``NetworkService`` carries out the decisions made here.
final class NetworkAccess: Sendable {
    /// The stored settings.
    struct Settings: Codable, Equatable, Sendable {
        var isOpen = false
        /// The port that phones know; 0 until there is one.
        var port = 0
        var certificate: NetworkCertificate?
    }

    /// The state of the second listener.
    enum Status: Equatable, Sendable {
        case closed
        /// It is being opened or closed.
        case changing
        case open(port: Int)
        case failed(String)
    }

    private struct State {
        var status = Status.closed
        /// Whether the service that opens the listener is running.
        var isServed = false
        /// Whether there is a decision that the service has not seen.
        var isSignalled = false
        var sleeper: Task<Void, Never>?
        var waiters: [CheckedContinuation<Status, Never>] = []
    }

    /// The first port to try.
    private static let firstPort = 8443

    private let configuration: AppConfiguration
    private let directory: DataDirectory
    private let settings: SettingsFile<Settings>
    private let names: @Sendable () -> MachineNames
    private let state = Mutex(State())

    /// Reads the stored settings.
    ///
    /// - Parameter names: the names of the machine. Default: the current ones.
    /// - Throws: ``ConfigurationError`` that names the file if it cannot be read.
    init(
        _ configuration: AppConfiguration, _ directory: DataDirectory,
        names: @escaping @Sendable () -> MachineNames = { .own }
    ) throws(ConfigurationError) {
        self.configuration = configuration
        self.directory = directory
        self.names = names
        do {
            settings = try SettingsFile(
                path: directory.networkSettings, initial: Settings(), permissions: 0o600)
        } catch {
            throw ConfigurationError(
                "The file \(directory.networkSettings) cannot be read: \(error). Remove it to open "
                    + "the network again.")
        }
    }

    /// Whether this feature is available: no conflicting options were given, and the folder is not
    /// shared by several servers.
    var isOffered: Bool {
        configuration.tls == nil && configuration.proxies.isEmpty && !configuration.hasNoAccounts
            && !configuration.allowRemote && !directory.isShared
    }

    /// Whether the owner has opened the server to the network.
    var isWanted: Bool { isOffered && settings.value.isOpen }

    var status: Status { state.withLock { $0.status } }

    /// The addresses for phones, most likely first; none while it is closed.
    var addresses: [String] {
        guard case .open(let port) = status else { return [] }
        return names().all.map {
            ServerAuthority.address($0, port: String(port), isSecure: true)
        }
    }

    /// Opens the server to the network, and waits until that is done or has failed.
    ///
    /// - Throws: ``ConfigurationError`` if there is no certificate; errors of the file system.
    func open() async throws -> Status {
        guard isOffered else { return status }
        try renewCertificate()
        try settings.change { $0.isOpen = true }
        return await changeStatus { status in
            if case .open = status { true } else { false }
        }
    }

    /// Closes the server to the network.
    ///
    /// - Parameter waits: whether to wait until it is closed. A request over the network would wait
    ///   for itself.
    /// - Throws: errors of the file system.
    func close(waits: Bool) async throws {
        try settings.change { $0.isOpen = false }
        if waits {
            _ = await changeStatus { $0 == .closed }
        } else {
            wake()
        }
    }

    private func wake() {
        let sleeper: Task<Void, Never>? = state.withLock { state in
            state.isSignalled = true
            return state.sleeper
        }
        sleeper?.cancel()
    }

    /// Wakes the service, and waits until it has carried out the decision.
    ///
    /// - Parameter isDone: whether the state needs no further change.
    private func changeStatus(until isDone: (Status) -> Bool) async -> Status {
        await withCheckedContinuation { continuation in
            let (answer, sleeper): (Status?, Task<Void, Never>?) = state.withLock { state in
                if isDone(state.status) { return (state.status, nil) }
                guard state.isServed else { return (.failed("The server does not run."), nil) }
                state.status = .changing
                state.waiters.append(continuation)
                state.isSignalled = true
                return (nil, state.sleeper)
            }
            if let answer { continuation.resume(returning: answer) }
            sleeper?.cancel()
        }
    }

    // MARK: - The service

    /// Renews the certificate if the machine's names have changed, or it expires soon.
    ///
    /// - Returns: whether it was renewed.
    /// - Throws: ``ConfigurationError``, and errors of the file system.
    @discardableResult
    func renewCertificate() throws -> Bool {
        let (names, now) = (names().all, configuration.now())
        let isThere =
            access(files.certificate, R_OK) == 0 && access(files.key, R_OK) == 0
        if isThere, let known = settings.value.certificate, !known.isStale(for: names, at: now) {
            return false
        }
        try FileManager.default.createDirectory(
            atPath: directory.network, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let made = try NetworkCertificate.make(for: names, in: files, at: now)
        try settings.change { $0.certificate = made }
        return true
    }

    /// The configuration of the second listener, which requires sign-in.
    func listener() -> AppConfiguration {
        var listener = configuration
        listener.host = "0.0.0.0"
        listener.port = port
        listener.allowRemote = true
        listener.tls = files
        listener.allowedHosts += names().hosts
        return listener
    }

    func served(_ isServed: Bool) {
        change { state in
            state.isServed = isServed
            if !isServed { state.status = .closed }
        }
    }

    func opened(at port: Int) throws {
        try settings.change { if configuration.port != 0 { $0.port = port } }
        change { $0.status = .open(port: port) }
    }

    func closed() { change { $0.status = .closed } }

    func failed(_ reason: String) { change { $0.status = .failed(reason) } }

    /// Waits for a decision or a time limit.
    func pause(for duration: Duration) async {
        let sleeper = Task<Void, Never> {
            // An early wake-up ends it the same way.
            do { try await Task.sleep(for: duration) } catch {}
        }
        let isSignalled = state.withLock { state in
            state.sleeper = sleeper
            defer { state.isSignalled = false }
            return state.isSignalled
        }
        if isSignalled { sleeper.cancel() }
        await withTaskCancellationHandler {
            await sleeper.value
        } onCancel: {
            sleeper.cancel()
        }
    }

    /// Changes the state, and resumes those who wait for its end.
    private func change(_ body: (inout State) -> Void) {
        let (status, waiters): (Status, [CheckedContinuation<Status, Never>]) =
            state.withLock { state in
                body(&state)
                if state.status == .changing { return (state.status, []) }
                defer { state.waiters = [] }
                return (state.status, state.waiters)
            }
        for waiter in waiters { waiter.resume(returning: status) }
    }

    private var files: TLSFiles {
        TLSFiles(
            certificate: directory.network + "/certificate.pem",
            key: directory.network + "/key.pem")
    }

    /// The port that phones know, or else the first free one.
    private var port: Int {
        if configuration.port == 0 { return 0 }
        let known = settings.value.port
        if known != 0 { return known }
        let first = Self.firstPort
        return (first..<first + 10).first(where: FreePort.isFree) ?? first
    }
}

/// Ports of this machine.
enum FreePort {
    /// Whether a port is unused on all addresses.
    static func isFree(_ port: Int) -> Bool {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard listener >= 0 else { return false }
        defer { close(listener) }
        var on: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        } == 0
    }
}

/// The names of this machine in its networks.
struct MachineNames: Sendable, Equatable {
    /// The addresses, most likely first.
    let addresses: [String]
    /// The names: `house.local` for networks without a DNS server, and the host name.
    let hosts: [String]

    /// The current names.
    static var own: MachineNames {
        var buffer = [CChar](repeating: 0, count: 256)
        let isKnown = gethostname(&buffer, buffer.count - 1) == 0
        let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return MachineNames(
            addresses: NetworkAddresses.own,
            host: isKnown ? String(decoding: bytes, as: UTF8.self) : "")
    }

    init(addresses: [String], host: String) {
        self.addresses = addresses
        let name = host.lowercased()
        let first = String(name.prefix { $0 != "." })
        let isName =
            !first.isEmpty && first != "localhost"
            && first.utf8.allSatisfy {
                (97...122).contains($0) || (48...57).contains($0) || $0 == 45
            }
        hosts = isName ? [first + ".local"] + (name == first + ".local" ? [] : [name]) : []
    }

    /// All names and addresses.
    var all: [String] { addresses + hosts }
}
