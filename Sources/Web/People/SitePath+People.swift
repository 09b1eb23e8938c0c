/// The addresses of people, their accounts and devices.
extension SitePath {
    /// The pages for signing in, and for giving the password again.
    static let signIn = SitePath("/sign-in")
    static let confirmSignIn = signIn.below("again")
    /// The page for the code, after the password.
    static let signInCode = signIn.below("code")
    static let signOut = SitePath("/sign-out")
    /// The identifier of the session.
    static let session = SitePath("/session").json
    /// The user's own account.
    static let account = SitePath("/account")
    static let accountPassword = account.below("password")
    /// The code of the second factor.
    static let accountCode = account.below("code")
    static let deleteAccountCode = accountCode.below("delete")
    /// The tokens of scripts.
    static let accountTokens = account.below("tokens")
    /// The page that signs in a phone.
    static let phone = SitePath("/phone")
    static let people = SitePath("/people")

    /// The people as an encrypted file, for export and import.
    static let peopleFile = people.below("file")
    static let importPeople = peopleFile.below("import")

    static func deleteToken(_ id: some PathPart) -> SitePath {
        accountTokens.below("\(id)").below("delete")
    }

    /// A link that signs in once.
    static func phoneLink(_ secret: some PathPart) -> SitePath { phone.below("\(secret)") }

    /// The action that signs out a browser.
    static func deleteDevice(_ id: some PathPart) -> SitePath {
        account.below("devices").below("\(id)").below("delete")
    }

    static func person(_ id: some PathPart) -> SitePath { people.below("\(id)") }

    /// The page that sets a new password for a person.
    static func personPassword(_ id: some PathPart) -> SitePath { person(id).below("password") }

    static func undoPersonDeletion(_ token: some PathPart) -> SitePath {
        people.below("removals").below("\(token)").below("undo")
    }

    static func deletePerson(_ id: some PathPart) -> SitePath { person(id).below("delete") }
}
