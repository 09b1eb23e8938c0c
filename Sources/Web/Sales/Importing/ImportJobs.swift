import Domain
import Foundation
import HTTPTypes
import Persistence
import Synchronization

/// Imports that are under way, or taken back, each under the token of its file, so that no request has to wait
/// for them.
///
/// Servers on one database tell each other beside the files how far they are (``ImportNote``). Who is at an
/// import has a claim to it, which ends with the server.
final class ImportJobs: Sendable {
    /// How one ended.
    enum Outcome: Sendable {
        case looked(LookedFile)
        case imported(Household.ImportResult)
        case undone(Household.UndoResult)
        /// Another server has found that records changed since it was looked at.
        case changed

        /// Whether all rows of a long file are in it.
        fileprivate var isLarge: Bool {
            switch self {
            case .looked(.plan(let file, _)), .imported(.changed(let file, _)):
                file.rows.count > ImportJobs.mostRows
            case .looked(.unclear), .looked(.undecoded), .imported(.done), .imported(.gone),
                .undone,
                .changed:
                false
            }
        }
    }

    /// One that is under way.
    struct Running: Sendable {
        /// The name of the file.
        let name: String
        /// How far it is.
        let state: ImportProgress.State
        /// Calls it off; false if it is too late.
        let cancel: @Sendable () throws -> Bool
    }

    /// One that was begun. Whoever has it hears how it ended, whatever others have been told.
    final class Job: Sendable {
        /// Where it was begun; nobody elsewhere hears of it.
        fileprivate let place: ImportPlace
        fileprivate let name: String
        fileprivate let progress = ImportProgress()
        fileprivate let begun = ContinuousClock.now
        private let ending = Mutex<Result<Outcome, any Error>?>(nil)

        fileprivate init(place: ImportPlace, name: String) {
            self.place = place
            self.name = name
        }

        /// How it ended; nil while it is under way.
        fileprivate var outcome: Result<Outcome, any Error>? { ending.withLock { $0 } }

        fileprivate func end(with outcome: Result<Outcome, any Error>) {
            ending.withLock { $0 = outcome }
        }

        fileprivate var isLarge: Bool {
            guard case .success(let outcome) = outcome else { return false }
            return outcome.isLarge
        }
    }

    /// More are under way than may.
    struct Busy: Error {}

    /// Somebody has begun with the file already.
    struct Taken: Error {}

    /// How long whoever comes at the same time as another one waits until that is known.
    static let takenPause = Duration.milliseconds(10)

    /// How many are known, with those whose end nobody has asked for.
    private static let most = 32
    /// How many ends are remembered that have all rows of a long file; of others the file is looked at again.
    private static let mostLarge = 2
    /// How many rows a file has that is not long.
    private static let mostRows = 1_000
    /// How long an end waits to be asked for.
    private static let longestWait = Duration.seconds(60 * 60)

    /// How often other servers are told, and asked whether they call it off.
    private static let tellingPause = Duration.milliseconds(250)

    private let jobs = Mutex<[String: Job]>([:])
    private let household: Household

    init(_ household: Household) {
        self.household = household
    }

    private var isShared: Bool { household.directory.isShared }
    private var imports: Imports { household.imports }

    /// Begins with a file. A token has one job at a time.
    ///
    /// - Returns: what to wait for.
    /// - Throws: ``Taken``, ``Busy``, errors of the store and of the file system.
    @discardableResult
    func begin(
        _ token: String, at place: ImportPlace, named name: String,
        _ work: @escaping @Sendable (ImportProgress) async throws -> Outcome
    ) throws -> Job {
        guard let claim = try claim(token) else { throw Taken() }
        let job = Job(place: place, name: name)
        try add(job, token)
        do { try tell(job, token) } catch {
            remove(job, token)
            throw error
        }
        Task {
            let telling = Task { await keepTelling(job, token) }
            let outcome: Result<Outcome, any Error>
            do {
                outcome = .success(try await work(job.progress))
            } catch {
                outcome = .failure(error)
            }
            telling.cancel()
            await telling.value
            end(job, tellingEnd(of: job, token, outcome))
            claim.release()
        }
        return job
    }

    /// Does something short with a file that nobody is at, and that nobody begins with meanwhile.
    ///
    /// - Throws: ``Taken``, errors of the store, and what the closure throws.
    func alone<Value>(
        with token: String, at place: ImportPlace, _ body: () throws -> Value
    ) throws -> Value {
        guard let claim = try claim(token) else { throw Taken() }
        let job = Job(place: place, name: "")
        try add(job, token, evenIfBusy: true)
        defer {
            remove(job, token)
            claim.release()
        }
        return try body()
    }

    private func add(_ job: Job, _ token: String, evenIfBusy: Bool = false) throws {
        try jobs.withLock { jobs in
            let now = ContinuousClock.now
            jobs = jobs.filter {
                $0.value.outcome == nil || now - $0.value.begun < Self.longestWait
            }
            if let job = jobs[token], job.outcome == nil { throw Taken() }
            guard evenIfBusy || jobs.count < Self.most else { throw Busy() }
            jobs[token] = job
        }
    }

    /// Forgets a job. Returns whether it was known.
    @discardableResult
    private func remove(_ job: Job, _ token: String) -> Bool {
        jobs.withLock { jobs in
            guard jobs[token] === job else { return false }
            jobs[token] = nil
            return true
        }
    }

    private func end(_ job: Job, _ outcome: Result<Outcome, any Error>) {
        jobs.withLock { jobs in
            job.end(with: outcome)
            let large = jobs.filter(\.value.isLarge).sorted { $0.value.begun < $1.value.begun }
            for (token, _) in large.dropLast(Self.mostLarge) { jobs[token] = nil }
        }
    }

    /// A job that is not over; nil for any other one.
    ///
    /// - Throws: errors of the store and of the file system.
    func running(_ token: String, at place: ImportPlace) throws -> Running? {
        if let job = jobs.withLock({ $0[token] }) {
            guard job.outcome == nil, job.place == place else { return nil }
            let progress = job.progress
            return Running(name: job.name, state: progress.state, cancel: { progress.cancel() })
        }
        return try runningElsewhere(token, at: place)
    }

    /// Whether there is a job, or an end that nobody has asked for.
    ///
    /// - Throws: errors of the file system.
    func knows(_ token: String, at place: ImportPlace) throws -> Bool {
        if let job = jobs.withLock({ $0[token] }) { return job.place == place }
        return try noteOfOthers(token, at: place) != nil
    }

    /// Takes the end of a job, once; nil if it is not over, or nobody knows of it.
    ///
    /// - Throws: what ended it, and errors of the file system.
    func take(_ token: String, at place: ImportPlace) throws -> Outcome? {
        guard let job = jobs.withLock({ $0[token] }), job.place == place else {
            return try takeFromOthers(token, at: place)
        }
        guard let outcome = job.outcome, remove(job, token) else { return nil }
        try forgetEnding(of: token)
        return try outcome.get()
    }

    /// Waits for the end of a job, which is told to nobody else then; nil if that takes too long.
    ///
    /// - Parameter limit: how long to wait; nil to wait to the end.
    /// - Throws: what ended it, and `CancellationError` if whoever waits is gone.
    func wait(
        for job: Job, of token: String, atMost limit: Duration?
    ) async throws -> Outcome? {
        let start = ContinuousClock.now
        var pause = Duration.milliseconds(1)
        while true {
            if let outcome = job.outcome {
                if remove(job, token) { try forgetEnding(of: token) }
                return try outcome.get()
            }
            if let limit, ContinuousClock.now - start > limit { return nil }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(25))
        }
    }

    /// Waits until a job is over, and leaves its end to others.
    ///
    /// - Throws: errors of the store and of the file system, and `CancellationError` if whoever waits is gone.
    func end(of token: String, at place: ImportPlace) async throws {
        let pause = isShared ? Duration.milliseconds(100) : .milliseconds(10)
        while try running(token, at: place) != nil { try await Task.sleep(for: pause) }
    }

    // MARK: - Other servers

    /// Claims a file; nil if another server is at it.
    private func claim(_ token: String) throws -> StoreLease? {
        try household.container.coordinator.claim("import of \(token)")
    }

    private func tell(_ job: Job, _ token: String) throws {
        guard isShared else { return }
        try imports.note(
            ImportNote(place: job.place.name, name: job.name, state: job.progress.state), of: token)
    }

    /// Says how far a job is, and calls it off for others, until the task is cancelled.
    private func keepTelling(_ job: Job, _ token: String) async {
        guard isShared else { return }
        var told: ImportProgress.State?
        while !Task.isCancelled {
            if imports.isCalledOff(token) { job.progress.cancel() }
            let state = job.progress.state
            if state != told {
                // Who is not told now is told the next time.
                told = (try? tell(job, token)) == nil ? nil : state
            }
            do { try await Task.sleep(for: Self.tellingPause) } catch { return }
        }
    }

    /// Says how a job ended, where the files do not. Returns its outcome, or why others cannot be told.
    private func tellingEnd(
        of job: Job, _ token: String, _ outcome: Result<Outcome, any Error>
    ) -> Result<Outcome, any Error> {
        guard isShared else { return outcome }
        do {
            let note = Self.ending(outcome).map {
                ImportNote(
                    place: job.place.name, name: job.name, state: job.progress.state, ending: $0)
            }
            try imports.noteEnd(note, of: token)
            return outcome
        } catch {
            // What is done is done.
            if case .success = outcome { return outcome }
            return .failure(error)
        }
    }

    private static func ending(_ outcome: Result<Outcome, any Error>) -> ImportNote.Ending? {
        switch outcome {
        case .success(.imported(.changed)): return .changed
        case .success(.undone(.refused(_, let obstacles))): return .obstructed(obstacles)
        case .failure(let refusal as FormRefusal):
            let faults = refusal.faults.map {
                ImportNote.Fault(field: $0.field, label: $0.label, message: $0.message)
            }
            return .refused(status: refusal.status.code, faults: faults)
        default: return nil
        }
    }

    /// Lets other servers forget how a job ended; how far the next one is they go on hearing.
    private func forgetEnding(of token: String) throws {
        guard isShared, try imports.note(of: token)?.ending != nil else { return }
        try imports.forgetNote(of: token)
    }

    private func noteOfOthers(_ token: String, at place: ImportPlace) throws -> ImportNote? {
        guard isShared, let note = try imports.note(of: token), note.place == place.name else {
            return nil
        }
        return note
    }

    private func runningElsewhere(_ token: String, at place: ImportPlace) throws -> Running? {
        guard let note = try noteOfOthers(token, at: place), note.ending == nil else { return nil }
        if let claim = try claim(token) {
            // Whoever was at it has ended.
            if try imports.note(of: token)?.ending == nil { try imports.forgetNote(of: token) }
            claim.release()
            return nil
        }
        let canBeCancelled = note.state.phase.canBeCancelled
        return Running(
            name: note.name, state: note.state,
            cancel: { [imports] in
                guard canBeCancelled else { return false }
                try imports.callOff(token)
                return true
            })
    }

    private func takeFromOthers(_ token: String, at place: ImportPlace) throws -> Outcome? {
        guard let ending = try noteOfOthers(token, at: place)?.ending else { return nil }
        try imports.forgetNote(of: token)
        switch ending {
        case .changed: return .changed
        case .obstructed(let obstacles):
            return try imports.record(token).map {
                .undone(.refused($0, obstacles: obstacles))
            }
        case .refused(let status, let faults):
            throw FormRefusal(
                status: HTTPResponse.Status(code: status),
                faults: faults.map {
                    FormFault(field: $0.field, label: $0.label, message: $0.message)
                })
        }
    }
}

extension ImportPlace {
    /// What servers call it among themselves.
    fileprivate var name: String { self == .sales ? "sales" : "everything" }
}
