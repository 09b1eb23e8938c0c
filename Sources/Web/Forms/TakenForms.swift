import HTTPTypes
import Synchronization

/// The forms for new records that were taken already, by the mark that each carries.
///
/// Who goes back in the browser and saves again may mean a second record, or may not know that the
/// first was saved: the answer is a question. The last ones are kept in memory.
final class TakenForms: Sendable {
    private static let most = 10_000

    private let marks = Mutex<(all: Set<String>, inOrder: [String])>(([], []))

    /// The name of the hidden field that carries the mark.
    static let field = "form"

    /// A mark for a form that is given out.
    static func newMark() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }

    /// Takes a form. Returns false if it was taken before.
    func take(_ mark: String) -> Bool {
        marks.withLock { marks in
            guard marks.all.insert(mark).inserted else { return false }
            marks.inOrder.append(mark)
            if marks.inOrder.count > Self.most { marks.all.remove(marks.inOrder.removeFirst()) }
            return true
        }
    }

    /// Gives a form back that was not saved.
    func giveBack(_ mark: String) {
        marks.withLock { marks in
            marks.all.remove(mark)
            marks.inOrder.removeAll { $0 == mark }
        }
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
        // What this site gives out is short; anything else is none of its marks.
        guard let mark = form[TakenForms.field], (1...20).contains(mark.utf8.count) else {
            return try await body()
        }
        guard takenForms.take(mark) else {
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
