/// The question before a sale or a payment is made void.
struct VoidPage: TemplatePage {
    static let template = "sales/void"

    var layout: LayoutPage
    /// `Sale 17`, `payment 17`.
    var title: String
    /// `Amina Diallo · Nov 21, 2026 · $59.97`, `Cash · Nov 21, 2026 · $59.97`.
    var details: String
    /// `$30.00 without what came back`; empty if nothing did.
    var net = ""
    /// Why it cannot be made void, a sentence each; nothing is asked then.
    var obstacles: [String] = []
    /// The sales that stand in the way.
    var ways: [PathLink] = []
    /// What follows, a sentence each.
    var consequences: [String]
    /// Where the form is posted.
    var path: String
    var cancelPath: String
    /// The version that the page was made of; empty for a payment, which has nothing else that changes.
    var version = ""
    var summary = FaultSummary()
    var reason = FormField()
}
