import Domain
import Foundation
import HTTPTypes
import Persistence
import Synchronization

/// The running imports and undos by the tokens of their files, so that no request has to wait for
/// them.
///
/// Servers on one database share their progress in files (``Note``). The server of a job has a lease
/// on its file, which ends with the server.
final class ImportJobs: Sendable {
    /// The result of a job.
    enum Outcome: Sendable {
        case previewed(ImportPreview)
        case imported(Household.ImportResult)
        case undone(Household.UndoResult)
        /// Another server found that records changed since the preview.
        case changed

        /// Whether it contains all rows of a long file.
        fileprivate var isLarge: Bool {
            switch self {
            case .previewed(.plan(let file, _)), .imported(.changed(let file, _)):
                file.rows.count > ImportJobs.longFileRows
            default: false
            }
        }
    }

    /// The progress of a job on another server, and how it ended, if nothing else shows that.
    struct Note: Codable {
        enum Ending: Codable {
            /// The records changed since the preview.
            case changed
            /// The undo was refused for these reasons.
            case obstructed([String])
            /// The file was refused.
            case refused(status: Int, faults: [FieldError])
        }

        /// The page where it was started; it is unknown on others.
        let place: ImportPlace
        /// The name of the file.
        let name: String
        let state: ImportProgress.State
        /// The end; nil while it is running.
        var ending: Ending?
    }

    /// A running job.
    struct Running: Sendable {
        let name: String
        /// The progress.
        let state: ImportProgress.State
        /// Cancels it; false if it is too late.
        let cancel: @Sendable () throws -> Bool
    }

    /// A started job. Its owner gets the result even if it was already taken by others.
    final class Job: Sendable {
        /// The page where it was started; it is unknown on others.
        fileprivate let place: ImportPlace
        fileprivate let name: String
        fileprivate let progress = ImportProgress()
        fileprivate let begun = ContinuousClock.now
        private let ending = Mutex<Result<Outcome, any Error>?>(nil)

        fileprivate init(place: ImportPlace, name: String) {
            self.place = place
            self.name = name
        }

        /// The result; nil while it is running.
        fileprivate var outcome: Result<Outcome, any Error>? { ending.withLock { $0 } }

        fileprivate func end(with outcome: Result<Outcome, any Error>) {
            ending.withLock { $0 = outcome }
        }

        fileprivate var isLarge: Bool { (try? outcome?.get().isLarge) ?? false }

        fileprivate var note: Note { Note(place: place, name: name, state: progress.state) }
    }

    /// A plan that a page shows, of a stored file.
    struct ShownPlan {
        let file: ImportFile
        let plan: ImportPlan
        let canBeConfirmed: Bool
    }

    private struct KeptPlan {
        let token: String
        let plan: ShownPlan
        /// The stored file, and the way in which it was read.
        let stamp: ImportStamp
        let since: ContinuousClock.Instant
    }

    /// The error for too many running jobs.
    struct Busy: Error {}

    /// The error for a file that already has a job.
    struct AlreadyRunning: Error {}

    /// The time to wait for a job that another request started at the same moment.
    static let retryPause = Duration.milliseconds(10)

    /// The maximum number of jobs, including untaken results.
    private static let capacity = 32
    /// The maximum number of results that contain all rows of a long file; for others the file is
    /// previewed again.
    private static let maximumLarge = 2
    /// The number of rows up to which a file is not long.
    private static let longFileRows = 1_000
    /// The time after which an untaken result is dropped.
    private static let maximumAge = Duration.seconds(60 * 60)

    /// The interval at which shown plans are looked through for those to drop.
    private static let dropInterval = Duration.seconds(60)

    /// The interval at which progress is shared, and cancellation by other servers checked.
    private static let shareInterval = Duration.milliseconds(250)

    private let jobs = Mutex<[String: Job]>([:])
    /// The plans that were shown last, for other pages of them.
    private let shownPlans = Mutex<[KeptPlan]>([])
    private let household: Household

    init(_ household: Household) { self.household = household }

    private var isShared: Bool { household.directory.isShared }
    private var imports: Imports { household.imports }

    /// Starts a job. A token has one job at a time.
    ///
    /// - Returns: the job, to wait for.
    /// - Throws: ``AlreadyRunning``, ``Busy``, errors of the store and of the file system.
    @discardableResult func begin(
        _ token: String, at place: ImportPlace, named name: String,
        _ work: @escaping @Sendable (ImportProgress) async throws -> Outcome
    ) throws -> Job {
        guard let claim = try claim(token) else { throw AlreadyRunning() }
        let job = Job(place: place, name: name)
        try add(job, token)
        forgetShown(token)
        do { try share(job, token) } catch {
            remove(job, token)
            throw error
        }
        Task {
            let sharing = Task { await shareProgress(job, token) }
            let outcome: Result<Outcome, any Error>
            do {
                outcome = .success(try await work(job.progress))
            } catch {
                outcome = .failure(error)
            }
            sharing.cancel()
            await sharing.value
            end(job, sharingEnd(of: job, token, outcome))
            claim.release()
        }
        return job
    }

    /// Runs a short closure with a file that has no job, and keeps jobs from starting meanwhile.
    ///
    /// - Throws: ``AlreadyRunning``, errors of the store, and errors of the closure.
    func alone<Value>(
        with token: String, at place: ImportPlace, _ body: () throws -> Value
    ) throws -> Value {
        guard let claim = try claim(token) else { throw AlreadyRunning() }
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
            jobs = jobs.filter { $0.value.outcome == nil || now - $0.value.begun < Self.maximumAge }
            if let job = jobs[token], job.outcome == nil { throw AlreadyRunning() }
            guard evenIfBusy || jobs.count < Self.capacity else { throw Busy() }
            jobs[token] = job
        }
    }

    /// Removes a job. Returns whether it existed.
    @discardableResult private func remove(_ job: Job, _ token: String) -> Bool {
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
            for (token, _) in large.dropLast(Self.maximumLarge) { jobs[token] = nil }
        }
    }

    /// A running job; nil if there is none.
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

    /// Whether there is a running job or an untaken result.
    ///
    /// - Throws: errors of the file system.
    func knows(_ token: String, at place: ImportPlace) throws -> Bool {
        if let job = jobs.withLock({ $0[token] }) { return job.place == place }
        return try noteOfOthers(token, at: place) != nil
    }

    /// Takes the result of a job, once; nil if it is still running or unknown.
    ///
    /// - Throws: the error that ended it, and errors of the file system.
    func take(_ token: String, at place: ImportPlace) throws -> Outcome? {
        guard let job = jobs.withLock({ $0[token] }), job.place == place else {
            return try takeFromOthers(token, at: place)
        }
        guard let outcome = job.outcome, remove(job, token) else { return nil }
        try forgetEnding(of: token)
        return try outcome.get()
    }

    /// Waits for the result of a job and takes it; nil if that takes too long.
    ///
    /// - Parameter limit: the maximum time; nil to wait to the end.
    /// - Throws: the error that ended it, and `CancellationError` if the client disconnected.
    func wait(for job: Job, of token: String, atMost limit: Duration?) async throws -> Outcome? {
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

    /// Waits for the end of a job without taking its result.
    ///
    /// - Throws: errors of the store and of the file system, and `CancellationError` if the client
    ///   disconnected.
    func end(of token: String, at place: ImportPlace) async throws {
        let pause = isShared ? Duration.milliseconds(100) : .milliseconds(10)
        while try running(token, at: place) != nil { try await Task.sleep(for: pause) }
    }

    // MARK: - Shown plans

    /// The plan that a page showed last of a file; nil if it is no longer kept.
    func shownPlan(of token: String) -> ShownPlan? {
        dropShown()
        return shownPlans.withLock { $0.first { $0.token == token }?.plan }
    }

    /// Keeps a plan for its other pages, in place of the oldest one.
    func keepShown(_ plan: ShownPlan, of token: String) {
        guard let stamp = imports.stamp(of: token) else { return forgetShown(token) }
        let isFirst = shownPlans.withLock { plans in
            let isFirst = plans.isEmpty
            plans.removeAll { $0.token == token }
            plans.append(KeptPlan(token: token, plan: plan, stamp: stamp, since: .now))
            plans.removeFirst(max(plans.count - Self.maximumLarge, 0))
            return isFirst
        }
        if isFirst { dropShownInTime() }
    }

    /// Drops plans that nobody looked at for a while, and those whose file is gone or was read again.
    private func dropShown() {
        let limit = ContinuousClock.now - Self.maximumAge
        shownPlans.withLock { plans in
            plans.removeAll { $0.since < limit || imports.stamp(of: $0.token) != $0.stamp }
        }
    }

    /// Drops plans until none is left, so that no row outlives its file for long.
    private func dropShownInTime() {
        Task { [weak self] in
            while (try? await Task.sleep(for: Self.dropInterval)) != nil, let self {
                self.dropShown()
                if self.shownPlans.withLock({ $0.isEmpty }) { return }
            }
        }
    }

    /// Drops the plan of a file whose effects may differ now.
    func forgetShown(_ token: String) {
        shownPlans.withLock { plans in plans.removeAll { $0.token == token } }
    }

    // MARK: - Other servers

    /// Takes the lease on a file; nil if another server has it.
    private func claim(_ token: String) throws -> StoreLease? {
        try household.container.coordinator.claim("import of \(token)")
    }

    private func share(_ job: Job, _ token: String) throws {
        if isShared { try imports.note(job.note, of: token) }
    }

    /// Shares the progress of a job, and cancels it for other servers, until the task is cancelled.
    private func shareProgress(_ job: Job, _ token: String) async {
        guard isShared else { return }
        var shared: ImportProgress.State?
        while !Task.isCancelled {
            if imports.isCancelled(token) { job.progress.cancel() }
            let state = job.progress.state
            if state != shared {
                // A failed update is repeated the next time.
                shared = (try? share(job, token)) == nil ? nil : state
            }
            do { try await Task.sleep(for: Self.shareInterval) } catch { return }
        }
    }

    /// Shares the end of a job that leaves no trace in the files. Returns its result, or the error
    /// of sharing it.
    private func sharingEnd(
        of job: Job, _ token: String, _ outcome: Result<Outcome, any Error>
    ) -> Result<Outcome, any Error> {
        guard isShared else { return outcome }
        do {
            var note = job.note
            note.ending = Self.ending(outcome)
            try imports.noteEnd(note.ending == nil ? nil : note, of: token)
            return outcome
        } catch {
            // The change is saved, so the result stays.
            if case .success = outcome { return outcome }
            return .failure(error)
        }
    }

    private static func ending(_ outcome: Result<Outcome, any Error>) -> Note.Ending? {
        switch outcome {
        case .success(.imported(.changed)): return .changed
        case .success(.undone(.refused(_, let obstacles))): return .obstructed(obstacles)
        case .failure(let refusal as ValidationErrors):
            return .refused(status: refusal.status.code, faults: refusal.faults)
        default: return nil
        }
    }

    /// Removes the shared result of a job, but not the progress of the next one.
    private func forgetEnding(of token: String) throws {
        if try note(of: token)?.ending != nil { try imports.forgetNote(of: token) }
    }

    private func note(of token: String) throws -> Note? {
        try isShared ? imports.note(of: token) : nil
    }

    private func noteOfOthers(_ token: String, at place: ImportPlace) throws -> Note? {
        try note(of: token).flatMap { $0.place == place ? $0 : nil }
    }

    private func runningElsewhere(_ token: String, at place: ImportPlace) throws -> Running? {
        guard let note = try noteOfOthers(token, at: place), note.ending == nil else { return nil }
        if let claim = try claim(token) {
            // The server of that job has ended.
            if try self.note(of: token)?.ending == nil { try imports.forgetNote(of: token) }
            claim.release()
            return nil
        }
        let canBeCancelled = note.state.phase.canBeCancelled
        return Running(
            name: note.name, state: note.state,
            cancel: { [imports] in
                guard canBeCancelled else { return false }
                try imports.cancel(token)
                return true
            })
    }

    private func takeFromOthers(_ token: String, at place: ImportPlace) throws -> Outcome? {
        guard let ending = try noteOfOthers(token, at: place)?.ending else { return nil }
        try imports.forgetNote(of: token)
        switch ending {
        case .changed: return .changed
        case .obstructed(let obstacles):
            return try household.importRecord(token).map {
                .undone(.refused($0, obstacles: obstacles))
            }
        case .refused(let status, let faults):
            throw ValidationErrors(
                status: HTTPResponse.Status(code: status), faults: faults)
        }
    }
}
