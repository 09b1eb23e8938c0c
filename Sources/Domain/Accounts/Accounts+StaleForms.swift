public import Foundation
import Persistence

extension Accounts {
    /// The time for which a password counts as recent, in seconds.
    public static var passwordLifetime: TimeInterval { 15 * 60 }

    /// Stores a form that a browser sent without a recent password, in place of an earlier one, for
    /// as long as a password counts as recent.
    ///
    /// - Parameter form: the form without passwords and codes.
    /// - Returns: whether it was stored; a form that is too large is not.
    /// - Throws: errors of the store.
    @discardableResult
    public func keep(_ form: TypedForm, of device: Device) async throws -> Bool {
        let date = now()
        let fields = try JSONEncoder().encode(form.fields)
        guard fields.count <= StaleForm.maximumLength else { return false }
        return try await write { context in
            guard let session = try Session.find(device.id, in: context) else { return false }
            try StaleForm.keep(at: form.path, fields, of: session, at: date, in: context)
            return true
        }
    }

    /// Takes the stored form of a browser for an address, once.
    ///
    /// - Parameter isMeant: whether the form's address is the requested one.
    /// - Throws: errors of the store.
    public func takeForm(
        of device: Device, where isMeant: @escaping @Sendable (_ path: String) -> Bool
    ) async throws -> TypedForm? {
        let date = now()
        @Sendable func find(_ context: ManagedObjectContext) throws -> StaleForm? {
            let form = try StaleForm.find(of: device, at: date, in: context)
            return form.flatMap { isMeant($0.path ?? "") ? $0 : nil }
        }
        guard try await read({ try find($0) != nil }) == true else { return nil }
        return try await write { context in
            guard let form = try find(context) else { return nil }
            let typed = form.typedForm
            context.delete(form)
            return typed
        }
    }

    /// Removes expired removals and stored forms, and continues erasing deleted data from the
    /// files.
    ///
    /// - Throws: errors of the store.
    public func forgetStale() async throws {
        let date = now()
        @Sendable func stale(_ context: ManagedObjectContext) throws -> [ManagedObject] {
            try Removal.stale(at: date, in: context) + StaleForm.stale(at: date, in: context)
        }
        if try await read({ try !stale($0).isEmpty }) == true {
            try await write { context in
                for record in try stale(context) { context.delete(record) }
            }
            try await erasePersonalData()
        } else if hasPendingErasure {
            try await erasePersonalData()
        }
    }
}
