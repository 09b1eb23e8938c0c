import Domain

/// Asks what becomes of values that an earlier version has kept in dollars.
struct ValuesPage: TemplatePage {
    static let template = "settings/values"

    var layout: LayoutPage
    var summary = FaultSummary()
    var values: ValueQuestionForm
}

/// The question, and its answers.
struct ValueQuestionForm: Sendable {
    /// `EUR`.
    var code: String
    /// Where the rate is posted.
    var path: String
    /// Where the numbers stay.
    var keepPath: String
    var rate = FormField()
}

extension ValuesPage {
    init(_ site: Site) {
        self.init(
            layout: site.layout(title: "Values in dollars", crumbs: [site.settingsCrumb]),
            values: ValueQuestionForm(site))
    }

    /// Shows what was typed, with what is wrong with it.
    mutating func show(_ form: FormData, _ refusal: FormRefusal) {
        values.rate = FormField(form["rate"] ?? "", fault: refusal.message(for: "rate"))
        summary = refusal.summary
    }
}

extension ValueQuestionForm {
    init(_ site: Site) {
        self.init(
            code: site.currency.code, path: site.links(.values), keepPath: site.links(.keepValues))
    }
}

extension StandingNotice {
    /// Tells that sums count other amounts than they did.
    static func newTotals(_ links: SiteLinks) -> StandingNotice {
        StandingNotice(
            text:
                "Sums of what things are worth now count the price of a new one where it is known. "
                + "Until now they counted what you say a thing is worth.",
            actions: [.init(label: "OK", path: links(.keepValues))])
    }
}
