// Generated from the model Accounts. Changes to this file are lost when it is generated again.

// Classes that are not here are written by hand, or made here too if their entities have codeGenerationType="class" in the model.

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

    public var role: String? {
        get { string(at: 9) }
        set { setString(newValue, at: 9) }
    }

    public var sessions: Set<Session> {
        get { toMany(at: 10, as: Session.self) }
        set { setToMany(newValue, at: 10) }
    }

    public func addToSessions(_ object: Session) {
        addToMany(CollectionOfOne(object), at: 10)
    }

    public func addToSessions(_ objects: some Sequence<Session>) {
        addToMany(objects.map { $0 }, at: 10)
    }

    public func removeFromSessions(_ object: Session) {
        removeFromToMany(CollectionOfOne(object), at: 10)
    }

    public func removeFromSessions(_ objects: some Sequence<Session>) {
        removeFromToMany(objects.map { $0 }, at: 10)
    }

    public var sharedLists: Set<SharedList> {
        get { toMany(at: 11, as: SharedList.self) }
        set { setToMany(newValue, at: 11) }
    }

    public func addToSharedLists(_ object: SharedList) {
        addToMany(CollectionOfOne(object), at: 11)
    }

    public func addToSharedLists(_ objects: some Sequence<SharedList>) {
        addToMany(objects.map { $0 }, at: 11)
    }

    public func removeFromSharedLists(_ object: SharedList) {
        removeFromToMany(CollectionOfOne(object), at: 11)
    }

    public func removeFromSharedLists(_ objects: some Sequence<SharedList>) {
        removeFromToMany(objects.map { $0 }, at: 11)
    }

    public var tokens: Set<Token> {
        get { toMany(at: 12, as: Token.self) }
        set { setToMany(newValue, at: 12) }
    }

    public func addToTokens(_ object: Token) {
        addToMany(CollectionOfOne(object), at: 12)
    }

    public func addToTokens(_ objects: some Sequence<Token>) {
        addToMany(objects.map { $0 }, at: 12)
    }

    public func removeFromTokens(_ object: Token) {
        removeFromToMany(CollectionOfOne(object), at: 12)
    }

    public func removeFromTokens(_ objects: some Sequence<Token>) {
        removeFromToMany(objects.map { $0 }, at: 12)
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
        propertySlots: [
            "date",
            "failures",
            "origin",
        ],
        keyPaths: [
            \Attempt.date: "date",
            \Attempt.failures: "failures",
            \Attempt.origin: "origin",
        ]),
    ManagedObjectClass(
        entityName: "DrawerCode", objectClass: DrawerCode.self,
        propertySlots: [
            "codeHash",
            "person",
        ],
        keyPaths: [
            \DrawerCode.codeHash: "codeHash",
            \DrawerCode.person: "person",
        ]),
    ManagedObjectClass(
        entityName: "Person", objectClass: Person.self,
        propertySlots: [
            "codeSecret",
            "codeStep",
            "created",
            "drawerCodes",
            "foldedName",
            "key",
            "name",
            "passwordHash",
            "phoneLinks",
            "role",
            "sessions",
            "sharedLists",
            "tokens",
        ],
        keyPaths: [
            \Person.codeSecret: "codeSecret",
            \Person.codeStep: "codeStep",
            \Person.created: "created",
            \Person.drawerCodes: "drawerCodes",
            \Person.foldedName: "foldedName",
            \Person.key: "key",
            \Person.name: "name",
            \Person.passwordHash: "passwordHash",
            \Person.phoneLinks: "phoneLinks",
            \Person.role: "role",
            \Person.sessions: "sessions",
            \Person.sharedLists: "sharedLists",
            \Person.tokens: "tokens",
        ]),
    ManagedObjectClass(
        entityName: "PhoneLink", objectClass: PhoneLink.self,
        propertySlots: [
            "expires",
            "person",
            "secretHash",
        ],
        keyPaths: [
            \PhoneLink.expires: "expires",
            \PhoneLink.person: "person",
            \PhoneLink.secretHash: "secretHash",
        ]),
    ManagedObjectClass(
        entityName: "Removal", objectClass: Removal.self,
        propertySlots: [
            "content",
            "date",
            "foldedName",
            "token",
        ],
        keyPaths: [
            \Removal.content: "content",
            \Removal.date: "date",
            \Removal.foldedName: "foldedName",
            \Removal.token: "token",
        ]),
    ManagedObjectClass(
        entityName: "Session", objectClass: Session.self,
        propertySlots: [
            "agent",
            "awaitsCode",
            "created",
            "key",
            "lastUsed",
            "passwordDate",
            "person",
            "secretHash",
            "staleForm",
        ],
        keyPaths: [
            \Session.agent: "agent",
            \Session.awaitsCode: "awaitsCode",
            \Session.created: "created",
            \Session.key: "key",
            \Session.lastUsed: "lastUsed",
            \Session.passwordDate: "passwordDate",
            \Session.person: "person",
            \Session.secretHash: "secretHash",
            \Session.staleForm: "staleForm",
        ]),
    ManagedObjectClass(
        entityName: "SharedList", objectClass: SharedList.self,
        propertySlots: [
            "address",
            "created",
            "expires",
            "key",
            "name",
            "person",
            "secretHash",
        ],
        keyPaths: [
            \SharedList.address: "address",
            \SharedList.created: "created",
            \SharedList.expires: "expires",
            \SharedList.key: "key",
            \SharedList.name: "name",
            \SharedList.person: "person",
            \SharedList.secretHash: "secretHash",
        ]),
    ManagedObjectClass(
        entityName: "StaleForm", objectClass: StaleForm.self,
        propertySlots: [
            "date",
            "fields",
            "path",
            "session",
        ],
        keyPaths: [
            \StaleForm.date: "date",
            \StaleForm.fields: "fields",
            \StaleForm.path: "path",
            \StaleForm.session: "session",
        ]),
    ManagedObjectClass(
        entityName: "Token", objectClass: Token.self,
        propertySlots: [
            "created",
            "expires",
            "key",
            "lastUsed",
            "name",
            "person",
            "secretHash",
            "sections",
            "writes",
        ],
        keyPaths: [
            \Token.created: "created",
            \Token.expires: "expires",
            \Token.key: "key",
            \Token.lastUsed: "lastUsed",
            \Token.name: "name",
            \Token.person: "person",
            \Token.secretHash: "secretHash",
            \Token.sections: "sections",
            \Token.writes: "writes",
        ]),
]
