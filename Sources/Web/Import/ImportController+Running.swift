import Domain
import Hummingbird

extension ImportController {
    /// The beginning of a job: the name of its file, or an answer that needs no job.
    enum JobStart {
        case named(String)
        case answered(Response)
    }

    /// Runs a job with a file, after those of others, and answers with its result. A browser waits for a moment
    /// only, and is then redirected to the progress; a program waits until the end.
    ///
    /// - Parameters:
    ///   - isUndo: whether it undoes an import, which then stays if the job is cancelled. Default: false.
    ///   - waitsForOthers: whether a browser waits for a running job too, instead of seeing it. Default: false.
    ///   - start: looks at the file when no other job runs with it.
    ///   - work: the job.
    func run(
        _ token: String, isUndo: Bool = false, waitsForOthers: Bool = false, _ request: Request,
        _ context: SiteContext, unless start: () throws -> JobStart,
        as work: @escaping @Sendable (ImportProgress) async throws -> ImportJobs.Outcome
    ) async throws -> Response {
        let page = isUndo ? place.done(token) : place.waiting(token)
        while true {
            while try jobs.running(token, at: place) != nil {
                guard request.wantsJSON || waitsForOthers else {
                    return site.redirect(to: page, after: request)
                }
                try await jobs.end(of: token, at: place)
            }
            switch try start() {
            case .answered(let response): return response
            case .named(let name):
                do {
                    let job = try jobs.begin(token, at: place, named: name, work)
                    return try await answer(
                        job, of: token, isUndo: isUndo, at: page, request, context)
                } catch is ImportJobs.AlreadyRunning {
                    // Another request has just started one.
                    try await Task.sleep(for: ImportJobs.retryPause)
                } catch is ImportJobs.Busy { throw SiteError.busy(retryAfterSeconds: 10) }
            }
        }
    }

    private func answer(
        _ job: ImportJobs.Job, of token: String, isUndo: Bool, at page: SitePath,
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let limit = request.wantsJSON ? nil : site.longestImport
        do {
            guard let outcome = try await jobs.wait(for: job, of: token, atMost: limit) else {
                return site.redirect(to: page, after: request)
            }
            return try await answer(outcome, token, request, context)
        } catch let error as CancellationError {
            // If the client disconnected, the job goes on; otherwise it was cancelled.
            guard !Task.isCancelled else { throw error }
            return try isUndo ? site.redirect(to: page, after: request) : gone(token, request)
        } catch let error where household.imports.hasLost(token, error) {
            // The changed preview was to be shown, but the file is gone.
            guard try !isUndo && record(token) == nil else { throw error }
            return try gone(token, request)
        }
    }
}
