import Domain
import Foundation
import HTTPTypes
import Synchronization

/// The tokens of forms for new records that were already submitted.
///
/// A user who goes back in the browser and saves again may want a second record, or may not know
/// that the first one was saved: the answer is a question. A form that is sent again while it is
/// being saved waits for the result. The latest tokens are kept in memory, or, with several
/// servers, as files in a shared folder. Such a file is empty until its form was saved.
final class TakenForms: Sendable {
    /// The state of a token when its form arrives.
    enum Turn: Sendable {
        /// The form is new and will be saved.
        case first
        /// The same form is being saved, and may still be rejected.
        case underway
        case saved
    }

    private struct Marks {
        /// Whether the form of each token was saved.
        var areSaved: [String: Bool] = [:]
        var inOrder: [String] = []
    }

    private static let most = 10_000
    /// The maximum time that a form waits for the same form before it. A server that ended leaves
    /// its token unfinished.
    private static let longestWait = Duration.seconds(10)
    /// The interval between two looks at the token.
    private static let pause = Duration.milliseconds(20)

    private let folder: String?
    private let marks = Mutex(Marks())

    /// - Parameter folder: the folder that servers share; nil, the default, for a single server.
    init(sharedIn folder: String? = nil) {
        self.folder = folder
    }

    /// The name of the hidden field with the token.
    static let field = "form"

    /// Makes a token for a form.
    static func newMark() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }

    /// Whether a text has the shape of a token.
    static func isMark(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
                    || ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z"))
            }
    }

    /// Registers a form after the same form before it has finished.
    ///
    /// - Returns: ``Turn/underway`` if that is still unfinished after the maximum time.
    /// - Throws: errors of the file system, and cancellation.
    func takeInTurn(_ mark: String) async throws -> Turn {
        let end = ContinuousClock.now + Self.longestWait
        var turn = try take(mark)
        while turn == .underway, ContinuousClock.now < end {
            try await Task.sleep(for: Self.pause)
            turn = try take(mark)
        }
        return turn
    }

    /// Registers a form, unless its token is already registered.
    ///
    /// - Throws: errors of the file system.
    func take(_ mark: String) throws -> Turn {
        if let folder { return try Self.take(at: "\(folder)/\(mark)") }
        return marks.withLock { marks in
            if let isSaved = marks.areSaved[mark] { return isSaved ? .saved : .underway }
            marks.areSaved[mark] = false
            marks.inOrder.append(mark)
            if marks.inOrder.count > Self.most { marks.areSaved[marks.inOrder.removeFirst()] = nil }
            return .first
        }
    }

    /// Records that a form was saved.
    func noteSaved(_ mark: String) {
        if let folder {
            // If this fails, the outcome of the form is unknown, and the next one is told so.
            let descriptor = open("\(folder)/\(mark)", O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return }
            _ = write(descriptor, "1", 1)
            close(descriptor)
            return
        }
        marks.withLock { marks in
            if marks.areSaved[mark] != nil { marks.areSaved[mark] = true }
        }
    }

    /// Removes the token of a form that was not saved.
    func giveBack(_ mark: String) {
        if let folder {
            // A token that stays causes at most one needless question, for a day.
            unlink("\(folder)/\(mark)")
            return
        }
        marks.withLock { marks in
            marks.areSaved[mark] = nil
            marks.inOrder.removeAll { $0 == mark }
        }
    }

    /// Creates a file, unless it exists.
    private static func take(at path: String) throws -> Turn {
        while true {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor < 0 else {
                close(descriptor)
                return .first
            }
            guard errno == EEXIST else { throw FileError(path: path, code: errno) }
            var status = stat()
            if lstat(path, &status) == 0 { return status.st_size > 0 ? .saved : .underway }
            // The token was removed in the meantime.
            guard errno == ENOENT else { throw FileError(path: path, code: errno) }
        }
    }
}

extension FormFault {
    /// The form was already saved.
    fileprivate static func savedAlready(at field: String) -> FormFault {
        FormFault(
            field: field, label: "Saved already",
            message: "this form was saved before, and nothing was saved now; save it "
                + "again if a second one is meant")
    }

    /// The form was already sent, with unknown outcome.
    fileprivate static func sentAlready(at field: String) -> FormFault {
        FormFault(
            field: field, label: "Sent already",
            message: "this form was sent before and may be saved yet, and nothing was saved now; "
                + "look whether it was, before you save it again")
    }
}

extension Site {
    /// Runs the change of a form for a new record only once. If the same form is being saved, this
    /// waits, and runs if the other is rejected.
    ///
    /// - Parameter field: the field at which the question is shown.
    /// - Throws: ``FormRefusal`` 409, and errors of the closure.
    func once<Value: Sendable>(
        _ form: FormData, at field: String, _ body: () async throws -> Value
    ) async throws -> Value {
        // Other texts are not tokens of this site.
        guard let mark = form[TakenForms.field], TakenForms.isMark(mark) else {
            return try await body()
        }
        switch try await takenForms.takeInTurn(mark) {
        case .first: break
        case .underway:
            throw FormRefusal(status: .conflict, faults: [.sentAlready(at: field)])
        case .saved:
            throw FormRefusal(status: .conflict, faults: [.savedAlready(at: field)])
        }
        do {
            let value = try await body()
            takenForms.noteSaved(mark)
            return value
        } catch {
            switch PostMemory.current?.outcome ?? .nothingSaved {
            case .saved: takenForms.noteSaved(mark)
            case .nothingSaved where !error.mayBeSaved: takenForms.giveBack(mark)
            // The user has to look first, since the record may already be saved.
            default: break
            }
            throw error
        }
    }
}
