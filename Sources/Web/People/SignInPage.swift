import Domain

/// Asks for name and password, or for the password once more.
struct SignInPage: TemplatePage {
    static let template = "people/sign-in"

    var layout: LayoutPage
    /// Where the form goes.
    var path: String
    var heading: String
    var intro: String
    /// Whether the name is asked for; else it is known.
    var asksName: Bool
    var name: String
    var password: FormField
    var summary: FaultSummary
    /// Where to go on.
    var next: String
    /// What can be done about a password that was forgotten.
    var forgottenPath: String
}

extension SignInPage {
    init(
        _ people: People, next: String, name: String = "", _ refusal: FormRefusal? = nil
    ) {
        self.init(
            layout: people.site.layout(title: "Sign in", topic: .people),
            path: people.links(.signIn),
            heading: "Sign in", intro: "Sign in to see the records of this household.",
            asksName: true, name: name,
            password: FormField(fault: refusal?.message(for: "password")),
            summary: refusal?.summary ?? FaultSummary(), next: next,
            forgottenPath: Self.forgottenPath(people))
    }

    init(
        _ people: People, next: String, again device: Device, _ refusal: FormRefusal? = nil
    ) {
        self.init(
            layout: people.site.layout(title: "Your password", topic: .people),
            path: people.links(.confirmSignIn), heading: "Your password again",
            intro:
                "The next step cannot be undone, or gives others access. Please confirm it; nothing was "
                + "changed yet.",
            asksName: false, name: device.account.name,
            password: FormField(fault: refusal?.message(for: "password")),
            summary: refusal?.summary ?? FaultSummary(), next: next,
            forgottenPath: Self.forgottenPath(people))
    }

    private static func forgottenPath(_ people: People) -> String {
        people.links(.guidePage("people").at("forgot-the-password"))
    }
}
