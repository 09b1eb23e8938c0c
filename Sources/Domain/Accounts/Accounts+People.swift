import Foundation
import Persistence

extension Accounts {
    /// Adds a person.
    ///
    /// - Parameters:
    ///   - role: the person's role. The first person becomes an owner in any case.
    ///   - isFirst: whether to add the person only if there is none yet.
    /// - Throws: ``AccountError``, ``SignInError/busy``, and errors of the store.
    @discardableResult
    public func add(
        _ name: String, password: String, role: Role, isFirst: Bool = false
    ) async throws -> Account {
        let name = try AccountName.checked(name)
        try PasswordRules.check(password, of: name)
        let hash = try await work.hash(password)
        let date = now()
        return try await write(makingIt: true) { context in
            let others = try context.count(for: FetchRequest<Person>())
            guard !isFirst || others == 0 else {
                throw AccountError(.name, "another person was added meanwhile, who can sign in now")
            }
            guard try Person.find(name, in: context) == nil else {
                throw AccountError(.name, "this name is taken already")
            }
            let account = Account(id: UUID(), name: name, role: others == 0 ? .owner : role)
            let person = Person(context: context)
            person.key = account.id
            person.name = name
            person.foldedName = AccountName.folded(name)
            person.role = account.role.rawValue
            person.passwordHash = hash
            person.created = date
            return account
        }
    }

    /// Changes the role of a person. The last owner cannot be changed.
    ///
    /// - Throws: ``AccountError``, and errors of the store.
    public func change(_ name: String, to role: Role) async throws {
        try await write { context in
            let person = try Self.person(name, in: context)
            try Self.checkOwners(without: person, stays: role == .owner, in: context)
            person.role = role.rawValue
        }
    }

    /// Changes the password of a person. All sessions but one end, and wrong passwords are
    /// forgotten; tokens stay.
    ///
    /// - Parameter device: the browser in which the person has just given the former password.
    /// - Throws: ``AccountError``, ``SignInError/busy``, and errors of the store.
    public func change(
        _ name: String, password: String, keeping device: Device? = nil
    ) async throws {
        try PasswordRules.check(password, of: name)
        let hash = try await work.hash(password)
        try await write { context in
            let person = try Self.person(name, in: context)
            person.passwordHash = hash
            for session in try Session.all(in: context)
            where session.person == person && session.key != device?.id {
                context.delete(session)
            }
            for link in try context.fetch(FetchRequest<PhoneLink>()) where link.person == person {
                context.delete(link)
            }
            try Attempt.forget(Self.origin(of: name), in: context)
        }
    }

    /// Removes a person, and ends all sessions. The last owner cannot be removed while there are
    /// other people.
    ///
    /// - Parameters:
    ///   - keepsLast: whether to refuse the last person: without people, everyone at the machine
    /// may do everything. Default: false.
    ///   - forgets: whether to make this removal, and earlier ones of the same name, final.
    /// Default: true.
    /// - Returns: a token for undoing the removal with ``restore(_:)``; nil if it is final.
    /// - Throws: ``AccountError``, `AccountError.last` among them, and errors of the store.
    @discardableResult
    public func remove(
        _ name: String, keepsLast: Bool = false, forgets: Bool = true
    ) async throws -> String? {
        let date = now()
        return try await write { context in
            let person = try Self.person(name, in: context)
            if let refusal = try Self.refusal(
                ofRemoving: person, keepsLast: keepsLast, in: context)
            {
                throw refusal
            }
            try Attempt.forget(Self.origin(of: name), in: context)
            try Attempt.forget(Self.codeOrigin(of: name), in: context)
            let removal =
                forgets
                ? nil : try Removal.keep(RemovedPerson(person), at: date, in: context)
            if forgets { try Self.forgetRemovals(of: name, in: context) }
            context.delete(person)
            return removal
        }
    }

    /// Makes earlier removals of a name final.
    ///
    /// - Throws: errors of the store.
    public func forgetRemovals(of name: String) async throws {
        guard try await read({ try !Removal.named(name, in: $0).isEmpty }) == true else { return }
        try await write { try Self.forgetRemovals(of: name, in: $0) }
    }

    private static func forgetRemovals(
        of name: String, in context: ManagedObjectContext
    ) throws {
        for removal in try Removal.named(name, in: context) { context.delete(removal) }
    }

    /// The reason why a person cannot be removed; nil if they can.
    ///
    /// - Throws: ``AccountError`` if the person does not exist, and errors of the store.
    public func refusal(ofRemoving name: String) async throws -> AccountError? {
        try await read { context in
            try Self.refusal(
                ofRemoving: Self.person(name, in: context), keepsLast: true, in: context)
        } ?? nil
    }

    private static func refusal(
        ofRemoving person: Person, keepsLast: Bool, in context: ManagedObjectContext
    ) throws -> AccountError? {
        guard try context.count(for: FetchRequest<Person>()) > 1 else {
            return keepsLast ? .last : nil
        }
        do {
            try checkOwners(without: person, stays: false, in: context)
            return nil
        } catch let error as AccountError {
            return error
        }
    }

    /// Whether a removal can be undone.
    ///
    /// - Throws: errors of the store.
    public func canRestore(_ removal: String) async throws -> Bool {
        let date = now()
        return try await read {
            try Removal.find(removal, at: date, in: $0)?.person != nil
        } ?? false
    }

    /// Undoes a removal: restores the person with sessions, tokens, shared lists and the second
    /// factor.
    ///
    /// - Returns: nil if it was undone already, or is too old.
    /// - Throws: ``AccountError`` if another person has the name now; errors of the store.
    public func restore(_ removal: String) async throws -> Account? {
        guard try await canRestore(removal) else { return nil }
        let date = now()
        return try await write { context in
            guard let removal = try Removal.find(removal, at: date, in: context),
                let person = try removal.person?.make(in: context)
            else { return nil }
            context.delete(removal)
            return person.account
        }
    }

    /// Ends a session.
    ///
    /// - Throws: errors of the store.
    public func remove(_ device: Device) async throws {
        try await write { context in
            guard let session = try Session.find(device.id, in: context) else { return }
            context.delete(session)
        }
    }

    static func person(
        _ name: String, in context: ManagedObjectContext
    ) throws -> Person {
        guard let person = try Person.find(name, in: context) else {
            throw AccountError(.name, "no person is named “\(name.prefix(60))”")
        }
        return person
    }

    /// The key under which failed sign-ins for a name are counted. It is hashed, since it may be a
    /// password typed into the wrong field.
    static func origin(of name: String) -> String {
        "name " + Secret.hash(AccountName.folded(name))
    }

    private static func checkOwners(
        without person: Person, stays: Bool, in context: ManagedObjectContext
    ) throws {
        guard !stays else { return }
        let owners = try Person.all(in: context).filter { $0.role == Role.owner.rawValue }
        guard owners.contains(where: { $0 != person }) else {
            throw AccountError(
                .role, "this is the last owner: make another person an owner first")
        }
    }
}
