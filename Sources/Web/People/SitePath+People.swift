/// The addresses of people, their accounts and devices.
extension SitePath {
    /// Where people sign in, and where they give their password once more.
    static let signIn = SitePath("/sign-in")
    static let confirmSignIn = signIn.below("again")
    /// Where the code of the second factor follows the password.
    static let signInCode = signIn.below("code")
    static let signOut = SitePath("/sign-out")
    /// One's own account.
    static let account = SitePath("/account")
    static let accountPassword = account.below("password")
    /// The code that is given besides the password.
    static let accountCode = account.below("code")
    static let deleteAccountCode = accountCode.below("delete")
    /// What scripts show in the place of the password.
    static let accountTokens = account.below("tokens")
    /// Where somebody signs in on a phone.
    static let phone = SitePath("/phone")
    /// The people of the household.
    static let people = SitePath("/people")

    /// The people as an encrypted file, and where such a file is brought in.
    static let peopleFile = people.below("file")
    static let importPeople = peopleFile.below("import")

    static func deleteToken(_ id: some PathPart) -> SitePath {
        accountTokens.below("\(id)").below("delete")
    }

    /// A link that signs in once.
    static func phoneLink(_ secret: some PathPart) -> SitePath { phone.below("\(secret)") }

    /// Where a browser is signed out.
    static func deleteDevice(_ id: some PathPart) -> SitePath {
        account.below("devices").below("\(id)").below("delete")
    }

    static func person(_ id: some PathPart) -> SitePath { people.below("\(id)") }

    /// Where a person gets another password.
    static func personPassword(_ id: some PathPart) -> SitePath { person(id).below("password") }

    /// Takes the removal of a person back.
    static func undoPersonDeletion(_ token: some PathPart) -> SitePath {
        people.below("removals").below("\(token)").below("undo")
    }

    static func deletePerson(_ id: some PathPart) -> SitePath { person(id).below("delete") }
}
