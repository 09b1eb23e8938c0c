import Domain

/// Asks how to convert values that an earlier version stored in dollars.
struct ValuesPage: TemplatePage {
    static let template = "settings/values"

    var layout: LayoutPage
    var summary = FaultSummary()
    var values: ValueQuestionForm
}

/// The question and its answers.
struct ValueQuestionForm: Sendable {
    /// The currency's code: `EUR`.
    var code: String
    /// The address for the rate.
    var path: String
    /// The address for keeping the numbers.
    var keepPath: String
    var rate = FormField()
}

extension ValuesPage {
    init(_ site: Site) {
        self.init(
            layout: site.layout(title: "Values in dollars", crumbs: [site.settingsCrumb]),
            values: ValueQuestionForm(site))
    }

    /// Shows the input with its faults.
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
    /// The notice that totals have changed.
    static func newTotals(_ links: SiteLinks) -> StandingNotice {
        StandingNotice(
            text:
                "Sums of what things are worth now count the price of a new one where it is known. "
                + "Until now they counted what you say a thing is worth.",
            actions: [.init(label: "OK", path: links(.keepValues))])
    }
}
