/// The fields of a customer, shared by the pages that add, change and reconcile one.
struct CustomerForm: Sendable {
    /// Where the form is posted.
    var path: String
    /// Where “Cancel” leads.
    var cancelPath: String
    /// Whether a new customer is made, with a first sale.
    var isNew = false
    // Tells one form for a new record from the next.
    var mark = ""
    /// The version that the form was filled from; not sent by a new one.
    var version = ""
    /// What the fields were filled with; sent with the version.
    var shown: [HiddenField] = []

    /// Whether work starts at the name.
    var hasFocus = false
    var summary = FaultSummary()
    var name = FormField()
    var emailid = FormField()
    var contactno = FormField()
    /// The addresses, and a blank one.
    var addresses: [AddressField] = []
    /// Further numbers, one in a line.
    var numbers = FormField()
    /// Words between commas.
    var tags = FormField()
    var taxNumber = FormField()
    /// Whether these are shown unfolded.
    var hasContacts = false
    var notes = FormField()
    var consentedAt = FormField()
    /// How and to what they agreed.
    var consentNote = FormField()
    /// The languages that papers can be in, and that of this customer.
    var paperLanguages: [SelectOption] = []
    var paperLanguage = FormField()
    /// Whether notes and consent are shown unfolded.
    var isOpen = false
    /// What is sold first; used by a new customer alone.
    var sale = SaleForm(path: "", cancelPath: "", productsPath: "")
    var card = CardForm()
}

/// The fields of a card. The number goes in and never comes back.
struct CardForm: Sendable {
    /// Whether the form is shown unfolded.
    var isOpen = false
    /// Whether a card is kept already.
    var hasCard = false
    /// `Visa ending in 1111`.
    var saved = ""
    /// What is wrong with the number; it has no value.
    var number = CardNumberField()
    var holder = FormField()
    var expiry = FormField()
    /// Whether the card is to be forgotten.
    var isRemoved = false
}

/// The field for the number of a card, which is always empty.
struct CardNumberField: Sendable {
    var hint = "Brand and last four digits are kept"
    var fault = ""
}
