public import Foundation
import ObjectModel
import Persistence
import Synchronization

/// People with their passwords, sessions and tokens, in a store separate from that of the records,
/// so that neither pages nor backups of records contain them.
///
/// A file is created with the first person. Another process (`homeowner user`), or another server
/// on the database, may change the store, so each read first checks whether it has changed. Data
/// needed for each request is cached in memory.
public final class Accounts: Sendable {
    /// The cached people, sessions, tokens and links, shared by all requests.
    final class Snapshot: Sendable {
        let accounts: [Account]
        /// The sessions by the hash of the browser's secret.
        let devices: [SecretHash: Device]
        /// The tokens by the hash of the script's secret.
        let tokens: [SecretHash: AccessToken]
        /// The shared links by the hash of the secret in the address.
        let sharedLinks: [SecretHash: SharedLink]

        init(
            accounts: [Account] = [], devices: [SecretHash: Device] = [:],
            tokens: [SecretHash: AccessToken] = [:], sharedLinks: [SecretHash: SharedLink] = [:]
        ) {
            self.accounts = accounts
            self.devices = devices
            self.tokens = tokens
            self.sharedLinks = sharedLinks
        }
    }

    private struct State {
        var container: PersistentContainer?
        /// The inode number of the file that the container has open.
        var file: UInt64?
        var snapshot = Snapshot()
        /// The state of the store before the snapshot was read; nil to read it again.
        var stamp: Stamp?
        /// The number of finished writes of this process. An overwritten log may look as before
        /// within one tick of the file system's clock.
        var writes = 0
        /// The number of times that rights were lost: by the end of a session, another role, or the
        /// first account.
        var revocations = 0
        /// The time of the last read because of an unknown secret.
        var lastDoubt: ContinuousClock.Instant?
        /// The running read.
        var doubt: Task<Snapshot, any Error>?
        /// The time until which expired tokens have been looked for.
        var endsNoted = Date.distantPast
        /// Whether the log may still contain deleted data.
        var hasPendingErasure = false
    }

    /// The state of a store as seen from outside, to notice changes by others.
    enum Stamp: Equatable {
        case files(FileStamp)
        /// The number of changes that the database has notified; -1 while it has no such store.
        case changes(Int)
    }

    /// A look at the store without reading it.
    struct Look {
        let stamp: Stamp
        /// The number of finished writes of this process.
        let writes: Int
        /// The cached snapshot, if it is still current.
        let kept: Snapshot?
    }

    private let location: StoreLocation
    /// Whether a missing store is created in the database on the first read.
    private let makesDatabase: Bool
    private let longestRead: Duration?
    let now: @Sendable () -> Date
    let work: PasswordWork
    private let state = Mutex(State())

    /// - Parameters:
    ///   - directory: the data directory.
    ///   - makesDatabase: whether to create a missing store in the database on the first read, as a
    /// server does to be notified when others add people. Without it people cannot be added there.
    /// Default: true.
    ///   - now: the clock. Default: the system's.
    public convenience init(
        directory: DataDirectory, makesDatabase: Bool = true,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            directory.accountsLocation, makesDatabase: makesDatabase, work: PasswordWork(), now: now
        )
    }

    /// For servers, and for tests, which use cheaper hashes.
    ///
    /// - Parameters:
    ///   - passwordCost: the cost of hashing a password.
    ///   - refusalPause: the delay before a refusal that took no work. Default: none.
    ///   - longestRead: the time limit for reading the store to identify a user. Default: none.
    package convenience init(
        directory: DataDirectory, passwordCost: PasswordHash.Cost,
        refusalPause: Duration = .zero, longestRead: Duration? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            directory.accountsLocation, work: PasswordWork(cost: passwordCost, pause: refusalPause),
            longestRead: longestRead, now: now)
    }

    convenience init(
        path: String, work: PasswordWork, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(.file(path), work: work, now: now)
    }

    private init(
        _ location: StoreLocation, makesDatabase: Bool = true, work: PasswordWork,
        longestRead: Duration? = nil, now: @escaping @Sendable () -> Date
    ) {
        self.longestRead = longestRead
        self.location = location
        self.makesDatabase = makesDatabase
        self.work = work
        self.now = now
    }

    /// Closes the store.
    ///
    /// - Throws: errors of the store.
    public func close() throws {
        try state.withLock { state in
            try state.container?.close()
            state = State()
        }
    }

    // MARK: - Reading

    /// All people by name.
    ///
    /// - Throws: errors of the store.
    public func all() async throws -> [Account] { try await snapshot().accounts }

    /// Whether there are no people.
    ///
    /// - Throws: errors of the store.
    public var isEmpty: Bool {
        get async throws { try await snapshot().accounts.isEmpty }
    }

    /// The person with a name; nil if there is none.
    ///
    /// - Throws: errors of the store.
    public func account(named name: String) async throws -> Account? {
        let folded = AccountName.folded(name)
        return try await snapshot().accounts.first { AccountName.folded($0.name) == folded }
    }

    /// The session with a secret; nil if it has ended, or was not used for 90 days.
    ///
    /// - Throws: errors of the store.
    public func device(with secret: Secret) async throws -> Device? {
        try await look(for: secret).device
    }

    /// Whether there are no people, and the session with a secret, if one was sent. Each request
    /// needs both, so the store is checked once.
    ///
    /// - Throws: errors of the store.
    public func look(for secret: Secret?) async throws -> (isEmpty: Bool, device: Device?) {
        // It is nearly always cached: then there is nothing to wait for.
        let snapshot: Snapshot
        if let kept = try look().kept {
            snapshot = kept
        } else {
            snapshot = try await self.snapshot()
        }
        guard !snapshot.accounts.isEmpty, let secret else {
            return (snapshot.accounts.isEmpty, nil)
        }
        let hash = SecretHash(of: secret)
        let known =
            try await snapshot.devices[hash] == nil ? newerSnapshot(than: snapshot) : snapshot
        return (known.accounts.isEmpty, try await device(with: secret, in: known))
    }

    private func device(with secret: Secret, in snapshot: Snapshot) async throws -> Device? {
        guard let device = snapshot.devices[SecretHash(of: secret)] else { return nil }
        let age = now().timeIntervalSince(device.lastUsed)
        guard age <= Session.lifetime else { return nil }
        if age > 3_600 { try await touch(device) }
        return device
    }

    /// The sessions of a person, last used first.
    ///
    /// - Throws: errors of the store.
    public func devices(of account: Account) async throws -> [Device] {
        let date = now()
        return try await snapshot().devices.values.filter {
            $0.account.id == account.id && date.timeIntervalSince($0.lastUsed) <= Session.lifetime
        }.sorted { $0.lastUsed > $1.lastUsed }
    }

    /// Grows when a user loses rights, also by an expired token: long-running requests have to be
    /// authorized again.
    ///
    /// - Throws: errors of the store.
    public var revocations: Int {
        get async throws {
            let tokens = try await snapshot().tokens.values
            let date = now()
            return state.withLock { state in
                if tokens.contains(where: { $0.expires > state.endsNoted && $0.expires <= date }) {
                    state.revocations += 1
                }
                state.endsNoted = max(state.endsNoted, date)
                return state.revocations
            }
        }
    }

    private func touch(_ device: Device) async throws {
        let date = now()
        try await write { context in
            guard let session = try Session.find(device.id, in: context) else { return }
            session.lastUsed = date
        }
    }

    // MARK: - The store

    /// Reads the store; nil if it does not exist.
    func read<T: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T? {
        guard let container = try open(makingIt: false) else { return nil }
        return try await container.read(timeLimit: longestRead, body)
    }

    /// Changes the store in one transaction.
    func write<T: Sendable>(
        makingIt: Bool = false, _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        guard let container = try open(makingIt: makingIt) else {
            throw AccountError(.name, "no people have been added yet")
        }
        defer {
            state.withLock { state in
                state.stamp = nil
                state.writes += 1
            }
        }
        return try await container.write { context in
            let result = try body(context)
            if context.hasChanges { try context.save() }
            return result
        }
    }

    /// Whether the log may still contain deleted data.
    var hasPendingErasure: Bool { state.withLock { $0.hasPendingErasure } }

    /// Erases deleted data from the files: the store overwrites it with zeros on deletion, and this
    /// empties the log.
    ///
    /// - Returns: whether it is complete. A reader of an older state keeps the log until the next
    ///   call, or until the store is closed everywhere.
    /// - Throws: errors of the store.
    @discardableResult
    public func erasePersonalData() async throws -> Bool {
        guard let container = try open(makingIt: false) else { return true }
        state.withLock { $0.hasPendingErasure = true }
        let isEmpty = try await container.write { _ in try container.checkpoint() }
        if isEmpty { state.withLock { $0.hasPendingErasure = false } }
        return isEmpty
    }

    func snapshot() async throws -> Snapshot {
        let look = try look()
        if let kept = look.kept { return kept }
        return keep(try await readSnapshot(), after: look)
    }

    /// Reads the store again if other servers write it: notifications arrive a moment after a save,
    /// and the user may just have signed in there. Unknown secrets cause at most ten reads a
    /// second.
    func newerSnapshot(than snapshot: Snapshot) async throws -> Snapshot {
        guard location.path == nil else { return snapshot }
        let moment = ContinuousClock.now
        let (doubt, kept) = state.withLock { state in
            let isDue = state.lastDoubt.map { moment - $0 > .milliseconds(100) } ?? true
            if state.doubt == nil, isDue {
                state.lastDoubt = moment
                state.doubt = Task { try await self.readInDoubt() }
            }
            return (state.doubt, state.snapshot)
        }
        return try await doubt?.value ?? kept
    }

    /// Reads the store again if other servers write it: one of them may just have changed a
    /// password, and the notification may not have arrived.
    ///
    /// - Throws: errors of the store.
    public func lookAgain() async throws {
        _ = try await newerSnapshot(than: snapshot())
    }

    private func readInDoubt() async throws -> Snapshot {
        defer { state.withLock { $0.doubt = nil } }
        let look = try look()
        return keep(try await readSnapshot(), after: look)
    }

    /// Checks the store's state without blocking.
    func look() throws -> Look {
        let stamp = try stamp()
        return state.withLock { state in
            Look(
                stamp: stamp, writes: state.writes,
                kept: state.stamp == stamp ? state.snapshot : nil)
        }
    }

    func readSnapshot() async throws -> Snapshot {
        guard let container = try open(makingIt: false) else { return Snapshot() }
        return try await container.read(timeLimit: longestRead) { context in
            var devices: [SecretHash: Device] = [:]
            for session in try Session.all(in: context) {
                guard let hash = session.secretHash.flatMap({ SecretHash($0) }),
                    let device = session.device
                else { continue }
                devices[hash] = device
            }
            var tokens: [SecretHash: AccessToken] = [:]
            for token in try Token.all(in: context) {
                guard let hash = token.secretHash.flatMap({ SecretHash($0) }),
                    let value = token.accessToken
                else { continue }
                tokens[hash] = value
            }
            var sharedLinks: [SecretHash: SharedLink] = [:]
            for list in try SharedList.all(in: context) {
                guard let hash = list.secretHash.flatMap({ SecretHash($0) }), let link = list.link
                else { continue }
                sharedLinks[hash] = link
            }
            return Snapshot(
                accounts: try Person.all(in: context).compactMap(\.account), devices: devices,
                tokens: tokens, sharedLinks: sharedLinks)
        }
    }

    /// The current state of the store.
    private func stamp() throws -> Stamp {
        if let path = location.path { return .files(FileStamp(path)) }
        return .changes(try open(makingIt: true)?.coordinator.changeCount ?? -1)
    }

    /// Caches a snapshot, unless a write has ended since that may be missing in it.
    ///
    /// - Parameter look: the state of the store before it was read.
    func keep(_ snapshot: Snapshot, after look: Look) -> Snapshot {
        state.withLock { state in
            guard state.writes == look.writes else { return }
            let former = state.snapshot
            let hasLoss =
                former.accounts.isEmpty != snapshot.accounts.isEmpty
                || former.devices.contains { snapshot.devices[$0]?.account != $1.account }
                || former.tokens.contains { snapshot.tokens[$0]?.account != $1.account }
            if hasLoss { state.revocations += 1 }
            state.snapshot = snapshot
            state.stamp = look.stamp
        }
        return snapshot
    }

    /// The store; nil if it does not exist and is not to be created.
    private func open(makingIt: Bool) throws -> PersistentContainer? {
        guard let path = location.path else { return try openDatabase() }
        return try state.withLock { state in
            let file = FileStamp.number(of: path)
            if let container = state.container {
                if file == state.file { return container }
                // The file was replaced by another one.
                try container.close()
                state.container = nil
            }
            guard makingIt || file != nil else { return nil }
            try makePrivate(path)
            var store = StoreDescription.sqlite(path: path)
            store.locksFile = false
            store.sqlite.isSecureDelete = true
            // A copy would keep data that is deleted later.
            store.keepsCopyBeforeMigration = false
            store.sqlite.cacheSize = 256
            let container = try Self.container(store)
            state.container = container
            state.file = FileStamp.number(of: path)
            return container
        }
    }

    /// Makes the files readable for their owner only. SQLite gives its log the permissions of the
    /// store's file, which is therefore created before.
    private func makePrivate(_ path: String) throws {
        // An existing file is not opened: closing it would release SQLite's locks on it.
        if access(path, F_OK) != 0 {
            let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
            Foundation.close(descriptor)
        }
        for file in [path, path + "-wal", path + "-shm"] where access(file, F_OK) == 0 {
            guard chmod(file, 0o600) == 0 else { throw FileError(path: file, code: errno) }
        }
    }

    /// The store in a database; nil if it does not exist and is not to be created.
    private func openDatabase() throws -> PersistentContainer? {
        try state.withLock { state in
            if let container = state.container { return container }
            guard try makesDatabase || PersistentStoreCoordinator.hasPersistentStore(at: location)
            else { return nil }
            let container = try Self.container(StoreDescription(householdAt: location))
            state.container = container
            return container
        }
    }

    private static func container(_ store: StoreDescription) throws -> PersistentContainer {
        try PersistentContainer(
            layout: OpenedModel.ofAccounts.get().layout, stores: [store], readerCount: 1)
    }
}
