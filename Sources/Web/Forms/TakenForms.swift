import Domain
import Foundation
import HTTPTypes
import Synchronization

/// The forms for new records that were taken already, by the mark that each carries.
///
/// Who goes back in the browser and saves again may mean a second record, or may not know that the
/// first was saved: the answer is a question. The last ones are kept in memory, or, where several servers
/// take forms, as files in a folder that they share.
final class TakenForms: Sendable {
    private static let most = 10_000

    private let folder: String?
    private let marks = Mutex<(all: Set<String>, inOrder: [String])>(([], []))

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

    /// Takes a form. Returns false if it was taken before.
    ///
    /// - Throws: errors of the file system.
    func take(_ mark: String) throws -> Bool {
        if let folder { return try Self.make("\(folder)/\(mark)") }
        return marks.withLock { marks in
            guard marks.all.insert(mark).inserted else { return false }
            marks.inOrder.append(mark)
            if marks.inOrder.count > Self.most { marks.all.remove(marks.inOrder.removeFirst()) }
            return true
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
            marks.all.remove(mark)
            marks.inOrder.removeAll { $0 == mark }
        }
    }

    /// Makes a file. Returns false if there is one already.
    private static func make(_ path: String) throws -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            guard errno == EEXIST else { throw FileError(path: path, code: errno) }
            return false
        }
        close(descriptor)
        return true
    }
}

extension Site {
    /// Does what the form of a new record asks for, unless it was done already.
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
        guard try takenForms.take(mark) else {
            throw FormRefusal(
                status: .conflict,
                faults: [
                    FormFault(
                        field: field, label: "Saved already",
                        message: "this form was saved before, and nothing was saved now; save it "
                            + "again if a second one is meant")
                ])
        }
        do {
            return try await body()
        } catch {
            takenForms.giveBack(mark)
            throw error
        }
    }
}
