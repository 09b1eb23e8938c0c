import Domain
import Foundation
import Synchronization

/// Imports that are under way, or taken back, each under the token of its file, so that no request has to wait for them.
final class ImportJobs: Sendable {
    /// How one ended.
    enum Outcome: Sendable {
        case looked(LookedFile)
        case imported(Household.ImportResult)
        case undone(Household.UndoResult)

        /// Whether all rows of a file are in it.
        fileprivate var isLarge: Bool {
            switch self {
            case .looked, .imported(.changed): true
            case .imported(.done), .imported(.gone), .undone: false
            }
        }
    }

    /// One that is under way.
    struct Running: Sendable {
        /// Where it was begun; nobody elsewhere hears of it.
        let place: ImportPlace
        /// The name of the file.
        let name: String
        let progress: ImportProgress
    }

    private struct Job {
        let running: Running
        let begun: ContinuousClock.Instant
        var outcome: Result<Outcome, any Error>?

        var isLarge: Bool {
            guard case .success(let outcome) = outcome else { return false }
            return outcome.isLarge
        }
    }

    /// More are under way than may.
    struct Busy: Error {}

    /// How many are known, with those whose end nobody has asked for.
    private static let most = 32
    /// How many ends are remembered that have all rows of a file; of others the file is looked at again.
    private static let mostLarge = 2
    /// How long an end waits to be asked for.
    private static let longestWait = Duration.seconds(60 * 60)

    private let jobs = Mutex<[String: Job]>([:])

    /// Begins with a file. A token has one job at a time.
    ///
    /// - Throws: ``Busy``.
    func begin(
        _ token: String, at place: ImportPlace, named name: String,
        _ work: @escaping @Sendable (ImportProgress) async throws -> Outcome
    ) throws {
        let running = Running(place: place, name: name, progress: ImportProgress())
        try jobs.withLock { jobs in
            let now = ContinuousClock.now
            jobs = jobs.filter {
                $0.value.outcome == nil || now - $0.value.begun < Self.longestWait
            }
            let isTaken = jobs[token].map { $0.outcome == nil } ?? false
            guard jobs.count < Self.most, !isTaken else { throw Busy() }
            jobs[token] = Job(running: running, begun: now)
        }
        Task {
            let outcome: Result<Outcome, any Error>
            do {
                outcome = .success(try await work(running.progress))
            } catch {
                outcome = .failure(error)
            }
            end(token, outcome)
        }
    }

    private func end(_ token: String, _ outcome: Result<Outcome, any Error>) {
        jobs.withLock { jobs in
            jobs[token]?.outcome = outcome
            let large = jobs.filter(\.value.isLarge).sorted { $0.value.begun < $1.value.begun }
            for (token, _) in large.dropLast(Self.mostLarge) { jobs[token] = nil }
        }
    }

    /// A job that is not over; nil for any other one.
    func running(_ token: String, at place: ImportPlace) -> Running? {
        jobs.withLock { jobs in
            guard let job = jobs[token], job.outcome == nil, job.running.place == place else {
                return nil
            }
            return job.running
        }
    }

    /// Whether there is a job, or an end that nobody has asked for.
    func knows(_ token: String, at place: ImportPlace) -> Bool {
        jobs.withLock { $0[token]?.running.place == place }
    }

    /// Takes the end of a job, once; nil if it is not over, or nobody knows of it.
    ///
    /// - Throws: what ended it.
    func take(_ token: String, at place: ImportPlace) throws -> Outcome? {
        let outcome = jobs.withLock { jobs -> Result<Outcome, any Error>? in
            guard let job = jobs[token], let outcome = job.outcome, job.running.place == place
            else { return nil }
            jobs[token] = nil
            return outcome
        }
        return try outcome?.get()
    }

    /// Waits for the end of a job, and takes it; nil if that takes too long, or another one took it.
    ///
    /// - Parameter limit: how long to wait; nil to wait to the end.
    /// - Throws: what ended it, and `CancellationError` if whoever waits is gone.
    func wait(
        for token: String, at place: ImportPlace, atMost limit: Duration?
    ) async throws -> Outcome? {
        let start = ContinuousClock.now
        var pause = Duration.milliseconds(1)
        while true {
            if let outcome = try take(token, at: place) { return outcome }
            guard knows(token, at: place) else { return nil }
            if let limit, ContinuousClock.now - start > limit { return nil }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(25))
        }
    }

    /// Waits until a job is over, and leaves its end to others.
    func end(of token: String, at place: ImportPlace) async {
        while running(token, at: place) != nil, !Task.isCancelled {
            do { try await Task.sleep(for: .milliseconds(10)) } catch { return }
        }
    }
}
