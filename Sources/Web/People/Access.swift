/// Who may use a route; each says it where it is added.
struct Access: Sendable, Hashable {
    /// Whom it is for.
    enum Audience: Sendable, Hashable {
        case everybody
        case people
        case browsers
        case readers(Section)
        case editors(Section)
        case owners
    }

    let audience: Audience
    /// The section that is changed besides, which therefore has to be theirs too.
    private(set) var besides: Section?
    /// Whether the password is asked for again if it was given some time ago.
    private(set) var asksAgain = false

    /// Whoever reaches the server: what pages are made with, and what leads to signing in.
    static let everybody = Access(audience: .everybody)
    /// Whoever has signed in, and their scripts.
    static let people = Access(audience: .people)
    /// Whoever has signed in themselves: what concerns their account alone.
    static let browsers = Access(audience: .browsers)
    /// The owners of the household.
    static let owners = Access(audience: .owners)

    /// Whoever reads the records of a section; the overview stands for all of them.
    static func readers(of section: Section) -> Access { Access(audience: .readers(section)) }

    /// Whoever changes the records of a section; the overview stands for all of them.
    static func editors(of section: Section) -> Access { Access(audience: .editors(section)) }

    /// The same for what changes the records of a further section.
    func editing(_ section: Section) -> Access {
        var access = self
        access.besides = section
        return access
    }

    /// The same for what cannot be undone, or opens the household to others: the password is asked for
    /// again after 15 minutes.
    var askingAgain: Access {
        var access = self
        access.asksAgain = true
        return access
    }
}
