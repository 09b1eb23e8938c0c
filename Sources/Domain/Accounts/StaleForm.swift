import Foundation
public import Persistence

/// The last form that a browser has sent when its password had been given too long ago.
public final class StaleForm: ManagedObject {}

extension StaleForm {
    /// The most bytes of a form that is kept.
    static let greatestLength = 64 << 10
    /// How many there are; of more, the oldest go.
    static let limit = 100

    /// All of them, the newest first.
    static func all(in context: ManagedObjectContext) throws -> [StaleForm] {
        try context.fetch(
            FetchRequest<StaleForm>(
                sortBy: [SortDescriptor(\.date, order: .reverse)], prefetching: [\.session]))
    }

    /// The form of a browser; nil if it has sent none, or too long ago.
    static func find(
        of device: Device, at date: Date, in context: ManagedObjectContext
    ) throws -> StaleForm? {
        try all(in: context).first { $0.session?.key == device.id && !$0.isStale(at: date) }
    }

    /// Those that are not shown any more.
    static func stale(at date: Date, in context: ManagedObjectContext) throws -> [StaleForm] {
        try all(in: context).filter { $0.isStale(at: date) }
    }

    /// Keeps a form, in the place of the former one of the browser.
    static func keep(
        at path: String, _ fields: Data, of session: Session, at date: Date,
        in context: ManagedObjectContext
    ) throws {
        let others = try all(in: context).filter { $0.session != session }
        for surplus in others.dropFirst(limit - 1) { context.delete(surplus) }
        let form = session.staleForm ?? StaleForm(context: context)
        form.session = session
        form.path = path
        form.fields = fields
        form.date = date
    }

    private func isStale(at now: Date) -> Bool {
        now.timeIntervalSince(date ?? .distantPast) > Accounts.passwordLifetime
    }

    /// The form apart from any context; nil if another version of the program wrote what cannot be read here.
    var typedForm: TypedForm? {
        guard let path, let fields,
            let typed = try? JSONDecoder().decode([TypedForm.Field].self, from: fields)
        else { return nil }
        return TypedForm(path: path, fields: typed)
    }
}
