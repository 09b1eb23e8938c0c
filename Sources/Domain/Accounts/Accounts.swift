public import Foundation
import ObjectModel
import Persistence
import Synchronization

/// Who signs in, with which password, from which browsers and scripts: a store of its own beside that of the
/// records, so that no page and no backup of records has any of it.
///
/// In a file, it is made with the first person. Another process may change it (`homeowner user`), or another
/// server in a database: whoever reads looks first whether somebody has. What pages need of it at each
/// request is kept in memory.
public final class Accounts: Sendable {
    /// Who there is, and who has signed in: one reference for all requests that look.
    final class Snapshot: Sendable {
        let accounts: [Account]
        /// By the hash of the secret that the browser has.
        let devices: [SecretHash: Device]
        /// By the hash of the secret that the script has.
        let tokens: [SecretHash: AccessToken]
        /// By the hash of the secret in the address.
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
        /// The number of the file that the container has open.
        var file: UInt64?
        var snapshot = Snapshot()
        /// What the store looked like before the snapshot was read; nil to read it anew.
        var stamp: Stamp?
        /// How many writes of this process have ended. A log that is written over from its beginning may look as
        /// it did before, within one tick of the disk's clock.
        var writes = 0
        /// How often somebody has lost what they had: a browser, a role, the freedom of having no
        /// accounts.
        var revocations = 0
        /// When the store was last read because of a secret that is not known.
        var lastDoubt: ContinuousClock.Instant?
        /// The reading of it that is under way.
        var doubt: Task<Snapshot, any Error>?
        /// Up to when it was looked for tokens that have ended by themselves.
        var endsNoted = Date.distantPast
        /// Whether the log may still have what was forgotten.
        var hasTraces = false
    }

    /// What a store looks like from outside, to see whether somebody has written to it.
    enum Stamp: Equatable {
        case files(FileStamp)
        /// The number of changes that a database has told of; -1 while it has no such store.
        case changes(Int)
    }

    /// What is seen of the store without reading it.
    struct Look {
        let stamp: Stamp
        /// How many writes of this process had ended.
        let writes: Int
        /// What was read before, if nobody has written since.
        let kept: Snapshot?
    }

    private let location: StoreLocation
    /// Whether a database gets the store when somebody looks for people there.
    private let makesDatabase: Bool
    private let longestRead: Duration?
    let now: @Sendable () -> Date
    let work: PasswordWork
    private let state = Mutex(State())

    /// - Parameters:
    ///   - directory: the data directory.
    ///   - makesDatabase: whether a database gets the store when somebody looks for people there, as a server does,
    ///     which is told then when others add them. Without it nobody is added there. Default: true.
    ///   - now: the clock. Default: the system's.
    public convenience init(
        directory: DataDirectory, makesDatabase: Bool = true,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            directory.accountsLocation, makesDatabase: makesDatabase, work: PasswordWork(), now: now
        )
    }

    /// For servers, and for tests, which do not wait for passwords.
    ///
    /// - Parameters:
    ///   - passwordCost: what hashing a password takes.
    ///   - refusalPause: how long those wait for their answer who are refused without any work.
    ///     Default: not at all.
    ///   - longestRead: how long the store may be read to find out who somebody is. Default: as long as it takes.
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

    /// Everybody, by name.
    ///
    /// - Throws: errors of the store.
    public func all() async throws -> [Account] { try await snapshot().accounts }

    /// Whether there is nobody.
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

    /// The browser that has a secret; nil if it was signed out, or not used for 90 days.
    ///
    /// - Throws: errors of the store.
    public func device(with secret: Secret) async throws -> Device? {
        try await look(for: secret).device
    }

    /// Whether there is nobody, and the browser that has a secret, if one is sent. Each request asks for
    /// both, so that the store is looked at once.
    ///
    /// - Throws: errors of the store.
    public func look(for secret: Secret?) async throws -> (isEmpty: Bool, device: Device?) {
        // It is kept nearly always: then nothing is waited for.
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

    /// The browsers in which a person has signed in, those used last first.
    ///
    /// - Throws: errors of the store.
    public func devices(of account: Account) async throws -> [Device] {
        let date = now()
        return try await snapshot().devices.values.filter {
            $0.account.id == account.id && date.timeIntervalSince($0.lastUsed) <= Session.lifetime
        }.sorted { $0.lastUsed > $1.lastUsed }
    }

    /// Rises when somebody has lost what they had, a token whose end has come too: who goes on with
    /// something that was opened before has to begin again.
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

    /// Reads the store; nil if there is none.
    func read<T: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T? {
        guard let container = try open(makingIt: false) else { return nil }
        return try await container.read(timeLimit: longestRead, body)
    }

    /// Changes the store, in one transaction.
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

    /// Whether the log may still have what was forgotten.
    var hasTraces: Bool { state.withLock { $0.hasTraces } }

    /// Takes what was removed out of the files: in the store's file it is overwritten with zeros when it goes,
    /// and its log is emptied here.
    ///
    /// - Returns: whether nothing is left. Someone who reads an older state keeps the log, until this is done
    ///   again or nobody has the store open.
    /// - Throws: errors of the store.
    @discardableResult
    public func eraseTraces() async throws -> Bool {
        guard let container = try open(makingIt: false) else { return true }
        state.withLock { $0.hasTraces = true }
        let isEmpty = try await container.write { _ in try container.checkpoint() }
        if isEmpty { state.withLock { $0.hasTraces = false } }
        return isEmpty
    }

    func snapshot() async throws -> Snapshot {
        let look = try look()
        if let kept = look.kept { return kept }
        return keep(try await readSnapshot(), after: look)
    }

    /// What is read of a store that other servers write too, a moment after whose saves this one hears of them:
    /// somebody may just have signed in there. Whoever makes secrets up has it read ten times a second at most.
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

    /// Reads the store if other servers write it too: one of them may just have taken a password of which this
    /// one has not heard yet.
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

    /// Looks at the store, without waiting for anybody.
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

    /// What the store looks like now.
    private func stamp() throws -> Stamp {
        if let path = location.path { return .files(FileStamp(path)) }
        return .changes(try open(makingIt: true)?.coordinator.changeCount ?? -1)
    }

    /// Keeps what was read, unless a write has ended since: it may not be in it.
    ///
    /// - Parameter look: what was seen before it was read.
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

    /// The store; nil if there is none and none is to be made.
    private func open(makingIt: Bool) throws -> PersistentContainer? {
        guard let path = location.path else { return try openDatabase() }
        return try state.withLock { state in
            let file = FileStamp.number(of: path)
            if let container = state.container {
                if file == state.file { return container }
                // The file was put in the place of another one.
                try container.close()
                state.container = nil
            }
            guard makingIt || file != nil else { return nil }
            try makePrivate(path)
            var store = StoreDescription.sqlite(path: path)
            store.locksFile = false
            store.sqlite.isSecureDelete = true
            // A copy would keep what was taken away since.
            store.keepsCopyBeforeMigration = false
            store.sqlite.cacheSize = 256
            let container = try Self.container(store)
            state.container = container
            state.file = FileStamp.number(of: path)
            return container
        }
    }

    /// Sees to it that the files are for their owner alone. SQLite gives its log the rights of the store's
    /// file, which is there before it for that.
    private func makePrivate(_ path: String) throws {
        // One that is there is not opened: closing it would end the locks that SQLite has on it.
        if access(path, F_OK) != 0 {
            let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
            Foundation.close(descriptor)
        }
        for file in [path, path + "-wal", path + "-shm"] where access(file, F_OK) == 0 {
            guard chmod(file, 0o600) == 0 else { throw FileError(path: file, code: errno) }
        }
    }

    /// The store in a database; nil if it is not there, and is not to be made.
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
