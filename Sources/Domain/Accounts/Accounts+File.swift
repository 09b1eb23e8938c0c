public import Foundation
import Persistence

extension Accounts {
    /// The treatment of a person in a file whose name exists already.
    public enum Existing: String, Sendable, CaseIterable {
        /// They are left unchanged.
        case keep
        /// They get the file's password, role and second factor, and all their sessions end.
        case replace
    }

    /// The maximum size of a file in bytes.
    public static let mostFileBytes = PeopleFile.mostBytes

    /// The names of the people in a file, by outcome.
    public struct PeopleFileResult: Sendable, Hashable {
        public var added: [String] = []
        public var replaced: [String] = []
        public var kept: [String] = []
    }

    /// All people in an encrypted file: names, roles, password hashes, and second factors; without
    /// sessions, tokens and shared links.
    ///
    /// - Throws: ``AccountError`` for a weak passphrase, or if there are no people;
    ///   ``SignInError/busy``, ``PeopleFileError``, and errors of the store.
    public func file(passphrase: String) async throws -> Data {
        try PasswordRules.check(passphrase, of: "")
        let people = try await read { try Person.all(in: $0).compactMap(FilePerson.init) } ?? []
        guard !people.isEmpty else { throw AccountError(.name, "no people have been added yet") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let content = try encoder.encode(people)
        // An attacker with the file can guess without limits.
        let cost = PasswordHash.Cost(bytes: 2 * work.cost.bytes, passes: work.cost.passes + 1)
        return try await work.run { try PeopleFile.seal(content, passphrase, cost) }
    }

    /// Imports the people of a file: all of them, or none.
    ///
    /// - Parameter existing: the treatment of people whose names exist; nil refuses them.
    /// - Throws: ``PeopleFileError``, ``SignInError/busy``, and errors of the store.
    public func take(
        _ file: Data, passphrase: String, existing: Existing?
    ) async throws -> PeopleFileResult {
        guard file.count <= PeopleFile.mostBytes else { throw PeopleFileError.foreign }
        let content = try await work.run { try PeopleFile.open(file, passphrase) }
        let people = try FilePerson.all(in: content)
        return try await write(makingIt: true) { context in
            let known = try people.map { try Person.find($0.name, in: context) }
            let taken = zip(people, known).compactMap { $1 == nil ? nil : $0.name }
            guard existing != nil || taken.isEmpty else { throw PeopleFileError.taken(taken) }
            var result = PeopleFileResult()
            for (kept, person) in zip(people, known) {
                if let person, existing == .keep {
                    result.kept.append(person.name ?? "")
                } else if let person {
                    try kept.replace(person, in: context)
                    try Attempt.forget(Self.origin(of: kept.name), in: context)
                    try Attempt.forget(Self.codeOrigin(of: kept.name), in: context)
                    result.replaced.append(kept.name)
                } else {
                    try kept.make(in: context)
                    result.added.append(kept.name)
                }
            }
            let isOwned = try Person.all(in: context).contains { $0.account?.role == .owner }
            guard isOwned else { throw PeopleFileError.noOwner }
            return result
        }
    }
}

/// A person in a file.
private struct FilePerson: Sendable, Codable {
    private let key: UUID
    let name: String
    private let role: String
    private let passwordHash: String
    private let created: Date
    private let codeSecret: String?
    private let codeStep: Int64
    private let drawerCodes: [String]

    /// The maximum number of people in a file.
    private static let most = 1_000

    /// Nil for a record of another version of the program.
    init?(_ person: Person) {
        guard let account = person.account, let passwordHash = person.passwordHash else {
            return nil
        }
        key = account.id
        name = account.name
        role = account.role.rawValue
        self.passwordHash = passwordHash
        created = person.created ?? .distantPast
        codeSecret = person.codeSecret
        codeStep = person.codeStep
        drawerCodes = person.drawerCodes.compactMap(\.codeHash).sorted()
    }

    /// The people of a decrypted file.
    ///
    /// - Throws: ``PeopleFileError/unreadable`` if this program would not have written them so.
    static func all(in content: Data) throws(PeopleFileError) -> [FilePerson] {
        guard let people = try? JSONDecoder().decode([FilePerson].self, from: content),
            (1...most).contains(people.count), people.allSatisfy(\.isSound),
            Set(people.map { AccountName.folded($0.name) }).count == people.count
        else { throw .unreadable }
        return people
    }

    private var isSound: Bool {
        (try? AccountName.checked(name)) == name && Role(rawValue: role) != nil
            && PasswordHash.isOrdinary(passwordHash) && codeStep >= 0
            && codeSecret.map { CodeSecret($0) != nil } ?? true
            && drawerCodes.count <= DrawerCode.count
            && drawerCodes.allSatisfy { $0.wholeMatch(of: #/[0-9a-f]{64}/#) != nil }
    }

    func make(in context: ManagedObjectContext) throws {
        let person = Person(context: context)
        let isTaken = try Person.all(in: context).contains { $0.key == key }
        person.key = isTaken ? UUID() : key
        person.name = name
        person.foldedName = AccountName.folded(name)
        person.created = created
        try set(person, in: context)
    }

    /// Gives an existing person the file's password, role and second factor, and ends all sessions.
    func replace(_ person: Person, in context: ManagedObjectContext) throws {
        for session in person.sessions { context.delete(session) }
        for link in person.phoneLinks { context.delete(link) }
        try DrawerCode.forget(of: person, in: context)
        try set(person, in: context)
    }

    private func set(_ person: Person, in context: ManagedObjectContext) throws {
        person.role = role
        person.passwordHash = passwordHash
        person.codeSecret = codeSecret
        person.codeStep = codeStep
        for hash in drawerCodes {
            let code = DrawerCode(context: context)
            code.person = person
            code.codeHash = hash
        }
    }
}
