/// Asks for the code of the second factor.
struct SignInCodePage: TemplatePage {
    static let template = "people/sign-in-code"

    var layout: LayoutPage
    /// Where the form goes.
    var path: String
    var code: FormField
    var summary: FaultSummary
    /// Where to go on.
    var next: String
    /// Where to begin again.
    var signInPath: String
}

extension SignInCodePage {
    init(_ people: People, next: String, _ refusal: FormRefusal? = nil) {
        self.init(
            layout: people.site.layout(title: "Your code", topic: .people),
            path: people.links(.signInCode),
            code: FormField(fault: refusal?.message(for: "code")),
            summary: refusal?.summary ?? FaultSummary(), next: next,
            signInPath: people.links(.signIn))
    }
}
