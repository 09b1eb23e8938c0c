import Foundation
public import Persistence

/// The last form that a browser sent without a recent password.
public final class StaleForm: ManagedObject {}

extension StaleForm {
    /// The maximum size of a stored form in bytes.
    static let maximumLength = 64 << 10
    /// The maximum number of forms; the oldest are deleted.
    static let limit = 100

    /// All forms, newest first.
    static func all(in context: ManagedObjectContext) throws -> [StaleForm] {
        try context.fetch(
            FetchRequest<StaleForm>(
                sortBy: [SortDescriptor(\.date, order: .reverse)], prefetching: [\.session]))
    }

    /// The form of a browser; nil if there is none, or it is too old.
    static func find(
        of device: Device, at date: Date, in context: ManagedObjectContext
    ) throws -> StaleForm? {
        try all(in: context).first { $0.session?.key == device.id && !$0.isStale(at: date) }
    }

    /// The expired forms.
    static func stale(at date: Date, in context: ManagedObjectContext) throws -> [StaleForm] {
        try all(in: context).filter { $0.isStale(at: date) }
    }

    /// Stores a form in place of the browser's earlier one.
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

    /// The form as a value; nil if another version of the program wrote an unknown format.
    var typedForm: TypedForm? {
        guard let path, let fields,
            let typed = try? JSONDecoder().decode([TypedForm.Field].self, from: fields)
        else { return nil }
        return TypedForm(path: path, fields: typed)
    }
}

/// The contents of a form, without its files.
public struct TypedForm: Sendable, Hashable {
    public struct Field: Sendable, Hashable, Codable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The path to which the form was sent.
    public let path: String
    public let fields: [Field]

    public init(path: String, fields: [Field]) {
        self.path = path
        self.fields = fields
    }
}
