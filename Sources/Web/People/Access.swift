/// The access that a route requires, declared where the route is added.
struct Access: Sendable, Hashable {
    /// The group of users that has access.
    enum Audience: Sendable, Hashable {
        case everybody
        case people
        case browsers
        case readers(Section)
        case editors(Section)
        case owners
    }

    let audience: Audience
    /// A further section that the route changes, which the user must also be able to edit.
    private(set) var besides: Section?
    /// Whether the password is asked for again if the last sign-in is too long ago.
    private(set) var asksAgain = false

    /// Everybody who reaches the server, for assets of pages and for signing in.
    static let everybody = Access(audience: .everybody)
    /// Users who have signed in, and their scripts.
    static let people = Access(audience: .people)
    /// Users who have signed in with a browser, for their own accounts.
    static let browsers = Access(audience: .browsers)
    /// The owners of the household.
    static let owners = Access(audience: .owners)

    /// Users who may read the records of a section; for the overview, those of all sections.
    static func readers(of section: Section) -> Access { Access(audience: .readers(section)) }

    /// Users who may edit the records of a section; for the overview, those of all sections.
    static func editors(of section: Section) -> Access { Access(audience: .editors(section)) }

    /// The same access for a route that also changes records of another section.
    func editing(_ section: Section) -> Access {
        var access = self
        access.besides = section
        return access
    }

    /// The same access for a route that cannot be undone, or opens the household to others: the
    /// password is asked for again after 15 minutes.
    var askingAgain: Access {
        var access = self
        access.asksAgain = true
        return access
    }
}
