import Domain
import Foundation
import HTTPTypes
import Synchronization

/// The keys of forms for new records that were already submitted.
///
/// A user who goes back in the browser and saves again may want a second record, or may not know
/// that the first one was saved: the answer is a question. A form that is sent again while it is
/// being saved waits for the result. The latest keys are kept in memory, or, with several
/// servers, as files in a shared folder. Such a file is empty until its form was saved.
final class IdempotencyKeys: Sendable {
    /// The state of a key when its form arrives.
    enum State: Sendable {
        /// The form is new and will be saved.
        case first
        /// The same form is being saved, and may still be rejected.
        case underway
        case saved
    }

    private struct Keys {
        /// Whether the form of each key was saved.
        var isSaved: [String: Bool] = [:]
        var inOrder: [String] = []
    }

    private static let capacity = 10_000
    /// The maximum time that a form waits for the same form before it. A server that ended leaves
    /// its key unfinished.
    private static let maximumWait = Duration.seconds(10)
    /// The interval between two looks at the key.
    private static let pollInterval = Duration.milliseconds(20)

    private let folder: String?
    private let keys = Mutex(Keys())

    /// - Parameter folder: the folder that servers share; nil, the default, for a single server.
    init(sharedIn folder: String? = nil) {
        self.folder = folder
    }

    /// The name of the hidden field with the key.
    static let field = "form"

    /// Makes a key for a form.
    static func newKey() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }

    /// Whether a text has the shape of a key.
    static func isKey(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
                    || ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z"))
            }
    }

    /// Registers a form after the same form before it has finished.
    ///
    /// - Returns: ``State/underway`` if that is still unfinished after the maximum time.
    /// - Throws: errors of the file system, and cancellation.
    func registerWaiting(_ key: String) async throws -> State {
        let end = ContinuousClock.now + Self.maximumWait
        var state = try register(key)
        while state == .underway, ContinuousClock.now < end {
            try await Task.sleep(for: Self.pollInterval)
            state = try register(key)
        }
        return state
    }

    /// Registers a form, unless its key is already registered.
    ///
    /// - Throws: errors of the file system.
    func register(_ key: String) throws -> State {
        if let folder { return try Self.register(at: "\(folder)/\(key)") }
        return keys.withLock { keys in
            if let isSaved = keys.isSaved[key] { return isSaved ? .saved : .underway }
            keys.isSaved[key] = false
            keys.inOrder.append(key)
            if keys.inOrder.count > Self.capacity { keys.isSaved[keys.inOrder.removeFirst()] = nil }
            return .first
        }
    }

    /// Records that a form was saved.
    func markSaved(_ key: String) {
        if let folder {
            // If this fails, the outcome of the form is unknown, and the answer to the next one says so.
            let descriptor = open("\(folder)/\(key)", O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return }
            _ = write(descriptor, "1", 1)
            close(descriptor)
            return
        }
        keys.withLock { keys in
            if keys.isSaved[key] != nil { keys.isSaved[key] = true }
        }
    }

    /// Removes the key of a form that was not saved.
    func release(_ key: String) {
        if let folder {
            // A key that stays causes at most one needless question, for a day.
            unlink("\(folder)/\(key)")
            return
        }
        keys.withLock { keys in
            keys.isSaved[key] = nil
            keys.inOrder.removeAll { $0 == key }
        }
    }

    /// Creates a file, unless it exists.
    private static func register(at path: String) throws -> State {
        while true {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor < 0 else {
                close(descriptor)
                return .first
            }
            guard errno == EEXIST else { throw FileError(path: path, code: errno) }
            var status = stat()
            if lstat(path, &status) == 0 { return status.st_size > 0 ? .saved : .underway }
            // The key was removed in the meantime.
            guard errno == ENOENT else { throw FileError(path: path, code: errno) }
        }
    }
}

extension FieldError {
    /// The form was already saved.
    fileprivate static func savedAlready(at field: String) -> FieldError {
        FieldError(
            field: field, label: "Saved already",
            message: "this form was saved before, and nothing was saved now; save it "
                + "again if a second one is meant")
    }

    /// The form was already sent, with unknown outcome.
    fileprivate static func sentAlready(at field: String) -> FieldError {
        FieldError(
            field: field, label: "Sent already",
            message: "this form was sent before, and the result is not known yet; "
                + "check whether it was saved before you save it again")
    }
}

extension Site {
    /// Runs the change of a form for a new record only once. If the same form is being saved, this
    /// waits, and runs if the other is rejected.
    ///
    /// - Parameter field: the field at which the question is shown.
    /// - Throws: ``ValidationErrors`` 409, and errors of the closure.
    func idempotently<Value: Sendable>(
        _ form: FormData, at field: String, _ body: () async throws -> Value
    ) async throws -> Value {
        // Other texts are not keys of this site.
        guard let key = form[IdempotencyKeys.field], IdempotencyKeys.isKey(key) else {
            return try await body()
        }
        switch try await idempotencyKeys.registerWaiting(key) {
        case .first: break
        case .underway:
            throw ValidationErrors(status: .conflict, faults: [.sentAlready(at: field)])
        case .saved:
            throw ValidationErrors(status: .conflict, faults: [.savedAlready(at: field)])
        }
        do {
            let value = try await body()
            idempotencyKeys.markSaved(key)
            return value
        } catch {
            switch Submission.current?.outcome ?? .nothingSaved {
            case .saved: idempotencyKeys.markSaved(key)
            case .nothingSaved where !error.mayBeSaved: idempotencyKeys.release(key)
            // The user has to look first, since the record may already be saved.
            default: break
            }
            throw error
        }
    }
}
