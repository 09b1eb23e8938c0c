/// One customer, with all that was sold to them.
struct CustomerShowPage: TemplatePage {
    static let template = "sales/customers/show"

    var layout: LayoutPage
    var id: String
    var name: String
    var version: String
    var emailid = ""
    /// `mailto:…`.
    var emailLink = ""
    var contactno = ""
    /// `tel:…`.
    var contactLink = ""
    /// Whether there are a number and an e-mail address.
    var hasBoth = false
    /// `Visa ending in 1111`.
    var card = ""
    /// `A. Diallo · expires 05/27`.
    var cardDetails = ""

    /// Further numbers.
    var numbers: [ContactRow] = []
    var addresses: [ContactRow] = []
    /// The tags, each with the list of who has it.
    var tags: [PathLink] = []
    var taxNumber = ""
    /// What the language of papers calls itself; the code where there is none.
    var paperLanguage = ""
    /// The customer as a vCard.
    var cardPath = ""
    var notes = ""
    /// `Since Nov 21, 2026`; empty if they did not agree to be written to.
    var consent = ""

    /// Others who may be the same person.
    var duplicates: [DuplicateNotice] = []
    /// What is worth a look about the card.
    var cardWarnings: [Notice] = []
    /// Counts and totals.
    var figures: [Figure]
    /// The first day on which something was sold that counts, and the last one; empty for none.
    var first = ""
    var firstISO = ""
    var last = ""
    var lastISO = ""

    /// The latest purchases.
    var purchases: [PurchaseRow]
    var hasMorePurchases = false
    /// `14 sales`.
    var count: String
    /// What was bought, most first.
    var products: TradeTable

    /// `$12.50`, of all sales; empty for nothing.
    var owed = ""
    /// The day of the first sale of which something is: `Nov 21, 2026`.
    var owedSince = ""
    /// The sales of which something is still to be paid.
    var owedPath = ""
    /// The form of a quote for them.
    var newQuotePath = ""
    /// The statement to print.
    var statementPath = ""
    /// Everything that is kept about them, as a file.
    var everythingPath = ""
    var editPath: String
    var mergePath: String
    var anonymizePath: String
    var deletePath: String
    var newSalePath: String
    /// All sales.
    var salesPath: String
    var jsonPath: String
    /// The command that makes such a customer.
    var curl: String
}

/// A further number or an address on the page of a customer.
struct ContactRow: Sendable {
    /// `mobile`; empty for none.
    var label: String
    /// The number, or the lines of the address.
    var text: String
    /// `tel:…`; empty for an address.
    var path = ""
}

/// One sale on the page of a customer.
struct PurchaseRow: Sendable {
    var number: String
    var path: String
    /// `3 × Lamp, Chair`.
    var products: String
    /// `Nov 21, 2026`.
    var day: String
    var dayISO: String
    /// `$59.97`.
    var total: String
    var isVoid = false
    /// `return`, `void`.
    var note = ""
}
