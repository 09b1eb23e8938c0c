// Generated from the model Accounts. Changes to this file are lost when it is generated again.

// A missing class has to be written by hand; with codeGenerationType="class" in the model, it is generated here.

#if hasFeature(InternalImportsByDefault)
    public import Foundation
    public import Persistence
#else
    import Foundation
    import Persistence
#endif

nonisolated extension Attempt {
    public var date: Date? {
        get { date(at: 0) }
        set { setDate(newValue, at: 0) }
    }

    public var failures: Int64 {
        get { int64(at: 1) }
        set { setInt64(newValue, at: 1) }
    }

    public var origin: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }
}

nonisolated extension DrawerCode {
    public var codeHash: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var person: Person? {
        get { toOne(at: 1, as: Person.self) }
        set { setToOne(newValue, at: 1) }
    }
}

nonisolated extension Person {
    public var codeSecret: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var codeStep: Int64 {
        get { int64(at: 1) }
        set { setInt64(newValue, at: 1) }
    }

    public var created: Date? {
        get { date(at: 2) }
        set { setDate(newValue, at: 2) }
    }

    public var drawerCodes: Set<DrawerCode> {
        get { toMany(at: 3, as: DrawerCode.self) }
        set { setToMany(newValue, at: 3) }
    }

    public func addToDrawerCodes(_ object: DrawerCode) {
        addToMany(CollectionOfOne(object), at: 3)
    }

    public func addToDrawerCodes(_ objects: some Sequence<DrawerCode>) {
        addToMany(objects.map { $0 }, at: 3)
    }

    public func removeFromDrawerCodes(_ object: DrawerCode) {
        removeFromToMany(CollectionOfOne(object), at: 3)
    }

    public func removeFromDrawerCodes(_ objects: some Sequence<DrawerCode>) {
        removeFromToMany(objects.map { $0 }, at: 3)
    }

    public var foldedName: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }

    public var key: UUID? {
        get { uuid(at: 5) }
        set { setUUID(newValue, at: 5) }
    }

    public var name: String? {
        get { string(at: 6) }
        set { setString(newValue, at: 6) }
    }

    public var passwordHash: String? {
        get { string(at: 7) }
        set { setString(newValue, at: 7) }
    }

    public var phoneLinks: Set<PhoneLink> {
        get { toMany(at: 8, as: PhoneLink.self) }
        set { setToMany(newValue, at: 8) }
    }

    public func addToPhoneLinks(_ object: PhoneLink) {
        addToMany(CollectionOfOne(object), at: 8)
    }

    public func addToPhoneLinks(_ objects: some Sequence<PhoneLink>) {
        addToMany(objects.map { $0 }, at: 8)
    }

    public func removeFromPhoneLinks(_ object: PhoneLink) {
        removeFromToMany(CollectionOfOne(object), at: 8)
    }

    public func removeFromPhoneLinks(_ objects: some Sequence<PhoneLink>) {
        removeFromToMany(objects.map { $0 }, at: 8)
    }

    public var reminderEmail: String? {
        get { string(at: 9) }
        set { setString(newValue, at: 9) }
    }

    public var reminderKinds: String? {
        get { string(at: 10) }
        set { setString(newValue, at: 10) }
    }

    public var reminderNames: Bool {
        get { bool(at: 11) }
        set { setBool(newValue, at: 11) }
    }

    public var reminderNtfy: String? {
        get { string(at: 12) }
        set { setString(newValue, at: 12) }
    }

    public var reminders: Set<Reminder> {
        get { toMany(at: 13, as: Reminder.self) }
        set { setToMany(newValue, at: 13) }
    }

    public func addToReminders(_ object: Reminder) {
        addToMany(CollectionOfOne(object), at: 13)
    }

    public func addToReminders(_ objects: some Sequence<Reminder>) {
        addToMany(objects.map { $0 }, at: 13)
    }

    public func removeFromReminders(_ object: Reminder) {
        removeFromToMany(CollectionOfOne(object), at: 13)
    }

    public func removeFromReminders(_ objects: some Sequence<Reminder>) {
        removeFromToMany(objects.map { $0 }, at: 13)
    }

    public var reminderWebhook: String? {
        get { string(at: 14) }
        set { setString(newValue, at: 14) }
    }

    public var role: String? {
        get { string(at: 15) }
        set { setString(newValue, at: 15) }
    }

    public var sessions: Set<Session> {
        get { toMany(at: 16, as: Session.self) }
        set { setToMany(newValue, at: 16) }
    }

    public func addToSessions(_ object: Session) {
        addToMany(CollectionOfOne(object), at: 16)
    }

    public func addToSessions(_ objects: some Sequence<Session>) {
        addToMany(objects.map { $0 }, at: 16)
    }

    public func removeFromSessions(_ object: Session) {
        removeFromToMany(CollectionOfOne(object), at: 16)
    }

    public func removeFromSessions(_ objects: some Sequence<Session>) {
        removeFromToMany(objects.map { $0 }, at: 16)
    }

    public var sharedLists: Set<SharedList> {
        get { toMany(at: 17, as: SharedList.self) }
        set { setToMany(newValue, at: 17) }
    }

    public func addToSharedLists(_ object: SharedList) {
        addToMany(CollectionOfOne(object), at: 17)
    }

    public func addToSharedLists(_ objects: some Sequence<SharedList>) {
        addToMany(objects.map { $0 }, at: 17)
    }

    public func removeFromSharedLists(_ object: SharedList) {
        removeFromToMany(CollectionOfOne(object), at: 17)
    }

    public func removeFromSharedLists(_ objects: some Sequence<SharedList>) {
        removeFromToMany(objects.map { $0 }, at: 17)
    }

    public var tokens: Set<Token> {
        get { toMany(at: 18, as: Token.self) }
        set { setToMany(newValue, at: 18) }
    }

    public func addToTokens(_ object: Token) {
        addToMany(CollectionOfOne(object), at: 18)
    }

    public func addToTokens(_ objects: some Sequence<Token>) {
        addToMany(objects.map { $0 }, at: 18)
    }

    public func removeFromTokens(_ object: Token) {
        removeFromToMany(CollectionOfOne(object), at: 18)
    }

    public func removeFromTokens(_ objects: some Sequence<Token>) {
        removeFromToMany(objects.map { $0 }, at: 18)
    }
}

nonisolated extension PhoneLink {
    public var expires: Date? {
        get { date(at: 0) }
        set { setDate(newValue, at: 0) }
    }

    public var person: Person? {
        get { toOne(at: 1, as: Person.self) }
        set { setToOne(newValue, at: 1) }
    }

    public var secretHash: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }
}

nonisolated extension Reminder {
    public var attempts: Int64 {
        get { int64(at: 0) }
        set { setInt64(newValue, at: 0) }
    }

    public var claim: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }

    public var created: Date? {
        get { date(at: 2) }
        set { setDate(newValue, at: 2) }
    }

    public var failure: String? {
        get { string(at: 3) }
        set { setString(newValue, at: 3) }
    }

    public var key: UUID? {
        get { uuid(at: 4) }
        set { setUUID(newValue, at: 4) }
    }

    public var next: Date? {
        get { date(at: 5) }
        set { setDate(newValue, at: 5) }
    }

    public var person: Person? {
        get { toOne(at: 6, as: Person.self) }
        set { setToOne(newValue, at: 6) }
    }

    public var sent: Date? {
        get { date(at: 7) }
        set { setDate(newValue, at: 7) }
    }

    public var way: String? {
        get { string(at: 8) }
        set { setString(newValue, at: 8) }
    }
}

nonisolated extension Removal {
    public var content: Data? {
        get { data(at: 0) }
        set { setData(newValue, at: 0) }
    }

    public var date: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }

    public var foldedName: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var token: String? {
        get { string(at: 3) }
        set { setString(newValue, at: 3) }
    }
}

nonisolated extension Session {
    public var agent: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var awaitsCode: Bool {
        get { bool(at: 1) }
        set { setBool(newValue, at: 1) }
    }

    public var created: Date? {
        get { date(at: 2) }
        set { setDate(newValue, at: 2) }
    }

    public var key: UUID? {
        get { uuid(at: 3) }
        set { setUUID(newValue, at: 3) }
    }

    public var lastUsed: Date? {
        get { date(at: 4) }
        set { setDate(newValue, at: 4) }
    }

    public var passwordDate: Date? {
        get { date(at: 5) }
        set { setDate(newValue, at: 5) }
    }

    public var person: Person? {
        get { toOne(at: 6, as: Person.self) }
        set { setToOne(newValue, at: 6) }
    }

    public var secretHash: String? {
        get { string(at: 7) }
        set { setString(newValue, at: 7) }
    }

    public var staleForm: StaleForm? {
        get { toOne(at: 8, as: StaleForm.self) }
        set { setToOne(newValue, at: 8) }
    }
}

nonisolated extension SharedList {
    public var address: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var created: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }

    public var expires: Date? {
        get { date(at: 2) }
        set { setDate(newValue, at: 2) }
    }

    public var key: UUID? {
        get { uuid(at: 3) }
        set { setUUID(newValue, at: 3) }
    }

    public var name: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }

    public var person: Person? {
        get { toOne(at: 5, as: Person.self) }
        set { setToOne(newValue, at: 5) }
    }

    public var secretHash: String? {
        get { string(at: 6) }
        set { setString(newValue, at: 6) }
    }
}

nonisolated extension StaleForm {
    public var date: Date? {
        get { date(at: 0) }
        set { setDate(newValue, at: 0) }
    }

    public var fields: Data? {
        get { data(at: 1) }
        set { setData(newValue, at: 1) }
    }

    public var path: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var session: Session? {
        get { toOne(at: 3, as: Session.self) }
        set { setToOne(newValue, at: 3) }
    }
}

nonisolated extension Token {
    public var created: Date? {
        get { date(at: 0) }
        set { setDate(newValue, at: 0) }
    }

    public var expires: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }

    public var key: UUID? {
        get { uuid(at: 2) }
        set { setUUID(newValue, at: 2) }
    }

    public var lastUsed: Date? {
        get { date(at: 3) }
        set { setDate(newValue, at: 3) }
    }

    public var name: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }

    public var person: Person? {
        get { toOne(at: 5, as: Person.self) }
        set { setToOne(newValue, at: 5) }
    }

    public var secretHash: String? {
        get { string(at: 6) }
        set { setString(newValue, at: 6) }
    }

    public var sections: String? {
        get { string(at: 7) }
        set { setString(newValue, at: 7) }
    }

    public var writes: Bool {
        get { bool(at: 8) }
        set { setBool(newValue, at: 8) }
    }
}

/// The classes and key paths that are generated from the model Accounts.
nonisolated public let accountsModelClasses: [ManagedObjectClass] = [
    ManagedObjectClass(
        entityName: "Attempt", objectClass: Attempt.self,
        properties: [
            ("date", \Attempt.date),
            ("failures", \Attempt.failures),
            ("origin", \Attempt.origin),
        ]),
    ManagedObjectClass(
        entityName: "DrawerCode", objectClass: DrawerCode.self,
        properties: [
            ("codeHash", \DrawerCode.codeHash),
            ("person", \DrawerCode.person),
        ]),
    ManagedObjectClass(
        entityName: "Person", objectClass: Person.self,
        properties: [
            ("codeSecret", \Person.codeSecret),
            ("codeStep", \Person.codeStep),
            ("created", \Person.created),
            ("drawerCodes", \Person.drawerCodes),
            ("foldedName", \Person.foldedName),
            ("key", \Person.key),
            ("name", \Person.name),
            ("passwordHash", \Person.passwordHash),
            ("phoneLinks", \Person.phoneLinks),
            ("reminderEmail", \Person.reminderEmail),
            ("reminderKinds", \Person.reminderKinds),
            ("reminderNames", \Person.reminderNames),
            ("reminderNtfy", \Person.reminderNtfy),
            ("reminders", \Person.reminders),
            ("reminderWebhook", \Person.reminderWebhook),
            ("role", \Person.role),
            ("sessions", \Person.sessions),
            ("sharedLists", \Person.sharedLists),
            ("tokens", \Person.tokens),
        ]),
    ManagedObjectClass(
        entityName: "PhoneLink", objectClass: PhoneLink.self,
        properties: [
            ("expires", \PhoneLink.expires),
            ("person", \PhoneLink.person),
            ("secretHash", \PhoneLink.secretHash),
        ]),
    ManagedObjectClass(
        entityName: "Reminder", objectClass: Reminder.self,
        properties: [
            ("attempts", \Reminder.attempts),
            ("claim", \Reminder.claim),
            ("created", \Reminder.created),
            ("failure", \Reminder.failure),
            ("key", \Reminder.key),
            ("next", \Reminder.next),
            ("person", \Reminder.person),
            ("sent", \Reminder.sent),
            ("way", \Reminder.way),
        ]),
    ManagedObjectClass(
        entityName: "Removal", objectClass: Removal.self,
        properties: [
            ("content", \Removal.content),
            ("date", \Removal.date),
            ("foldedName", \Removal.foldedName),
            ("token", \Removal.token),
        ]),
    ManagedObjectClass(
        entityName: "Session", objectClass: Session.self,
        properties: [
            ("agent", \Session.agent),
            ("awaitsCode", \Session.awaitsCode),
            ("created", \Session.created),
            ("key", \Session.key),
            ("lastUsed", \Session.lastUsed),
            ("passwordDate", \Session.passwordDate),
            ("person", \Session.person),
            ("secretHash", \Session.secretHash),
            ("staleForm", \Session.staleForm),
        ]),
    ManagedObjectClass(
        entityName: "SharedList", objectClass: SharedList.self,
        properties: [
            ("address", \SharedList.address),
            ("created", \SharedList.created),
            ("expires", \SharedList.expires),
            ("key", \SharedList.key),
            ("name", \SharedList.name),
            ("person", \SharedList.person),
            ("secretHash", \SharedList.secretHash),
        ]),
    ManagedObjectClass(
        entityName: "StaleForm", objectClass: StaleForm.self,
        properties: [
            ("date", \StaleForm.date),
            ("fields", \StaleForm.fields),
            ("path", \StaleForm.path),
            ("session", \StaleForm.session),
        ]),
    ManagedObjectClass(
        entityName: "Token", objectClass: Token.self,
        properties: [
            ("created", \Token.created),
            ("expires", \Token.expires),
            ("key", \Token.key),
            ("lastUsed", \Token.lastUsed),
            ("name", \Token.name),
            ("person", \Token.person),
            ("secretHash", \Token.secretHash),
            ("sections", \Token.sections),
            ("writes", \Token.writes),
        ]),
]
