import Domain
import Foundation
import HTTPTypes
import Synchronization

/// The forms for new records that were taken already, by the mark that each carries.
///
/// Who goes back in the browser and saves again may mean a second record, or may not know that the
/// first was saved: the answer is a question. Who sends a form while it is being saved waits for what becomes of
/// that. The last ones are kept in memory, or, where several servers take forms, as files in a folder that they
/// share: one is empty until its form was saved.
final class TakenForms: Sendable {
    /// What is known of a form when it comes.
    enum Turn: Sendable {
        /// It came before no other one: it is to be saved.
        case first
        /// It is being saved, and may be refused yet.
        case underway
        case saved
    }

    private struct Marks {
        /// Whether the form of a mark was saved.
        var areSaved: [String: Bool] = [:]
        var inOrder: [String] = []
    }

    private static let most = 10_000
    /// How long a form waits for the one before it. A server that has ended says nothing of its own.
    private static let longestWait = Duration.seconds(10)
    /// How often it looks.
    private static let pause = Duration.milliseconds(20)

    private let folder: String?
    private let marks = Mutex(Marks())

    /// - Parameter folder: the folder that servers share; nil, the default, for one server alone.
    init(sharedIn folder: String? = nil) {
        self.folder = folder
    }

    /// The name of the hidden field that carries the mark.
    static let field = "form"

    /// A mark for a form that is given out.
    static func newMark() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }

    /// Whether a text is a mark as this site gives them out.
    static func isMark(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
                    || ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z"))
            }
    }

    /// Takes a form, once it is known what becomes of the one before it.
    ///
    /// - Returns: ``Turn/underway`` if nobody knows that after a while.
    /// - Throws: errors of the file system, and the end of the task.
    func takeInTurn(_ mark: String) async throws -> Turn {
        let end = ContinuousClock.now + Self.longestWait
        var turn = try take(mark)
        while turn == .underway, ContinuousClock.now < end {
            try await Task.sleep(for: Self.pause)
            turn = try take(mark)
        }
        return turn
    }

    /// Takes a form, unless it was taken before.
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

    /// Notes that a form was saved.
    func noteSaved(_ mark: String) {
        if let folder {
            // Of one that is not noted nobody knows what became of it, and that is what is said.
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

    /// Gives a form back that was not saved.
    func giveBack(_ mark: String) {
        if let folder {
            // One that stays is asked about once too often, for a day.
            unlink("\(folder)/\(mark)")
            return
        }
        marks.withLock { marks in
            marks.areSaved[mark] = nil
            marks.inOrder.removeAll { $0 == mark }
        }
    }

    /// Makes a file, unless there is one already.
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
            // It was given back in between.
            guard errno == ENOENT else { throw FileError(path: path, code: errno) }
        }
    }
}

extension FormFault {
    /// A form was saved before.
    fileprivate static func savedAlready(at field: String) -> FormFault {
        FormFault(
            field: field, label: "Saved already",
            message: "this form was saved before, and nothing was saved now; save it "
                + "again if a second one is meant")
    }

    /// A form was sent before, and what became of it is not known.
    fileprivate static func sentAlready(at field: String) -> FormFault {
        FormFault(
            field: field, label: "Sent already",
            message: "this form was sent before and may be saved yet, and nothing was saved now; "
                + "look whether it was, before you save it again")
    }
}

extension Site {
    /// Does what the form of a new record asks for, unless it was done already. While the same form is being
    /// saved, it is waited for: if that is refused, this one counts.
    ///
    /// - Parameter field: the field at which the question stands.
    /// - Throws: ``FormRefusal`` 409, and what the closure throws.
    func once<Value: Sendable>(
        _ form: FormData, at field: String, _ body: () async throws -> Value
    ) async throws -> Value {
        // Anything else is none of the marks that this site gives out.
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
            // One that may be saved is not saved again before somebody has looked.
            default: break
            }
            throw error
        }
    }
}
