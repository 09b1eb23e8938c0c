import Domain

/// Sets up the code that one gives besides the password.
struct SecondFactorPage: TemplatePage {
    static let template = "people/second-factor"

    var layout: LayoutPage
    /// Whether a code is asked for at signing in.
    var isOn: Bool
    /// How many codes are left in the drawer, in words.
    var codesLeft: String
    /// Codes for the drawer that were just made, shown this once.
    var codes: [String] = []
    var qr: QRCode
    /// The secret in groups, for a phone that cannot read pictures.
    var secretText: String
    var secret: String
    var code: FormField
    var path: String
    var deletePath: String
    var accountPath: String
    var summary: FaultSummary
}

extension SecondFactorPage {
    init(
        _ people: People, _ account: Account, _ secret: CodeSecret, codesLeft: Int?,
        _ notices: [Notice], _ refusal: FormRefusal?
    ) {
        let links = people.links
        let text = secret.text
        self.init(
            layout: people.site.layout(
                title: "Two-step sign-in", topic: .people,
                crumbs: [
                    people.site.settingsCrumb,
                    PathLink(label: "Your account", path: links(.account)),
                ],
                notices: notices),
            isOn: codesLeft != nil,
            codesLeft: ItemCount.text(codesLeft ?? 0, "code", "codes"),
            qr: QRCode(secret.address(for: account.name)),
            secretText: stride(from: 0, to: text.count, by: 4).map {
                String(text.dropFirst($0).prefix(4))
            }.joined(separator: " "),
            secret: text, code: FormField(fault: refusal?.message(for: "code")),
            path: links(.accountCode), deletePath: links(.deleteAccountCode),
            accountPath: links(.account), summary: refusal?.summary ?? FaultSummary())
    }

    /// Shows codes for the drawer that were just made.
    mutating func show(_ codes: [String]) {
        self.codes = codes
    }
}
