import Mustache

/// The fields of a customer, shared by the pages that add, change and reconcile one.
struct CustomerForm: Sendable {
    /// Where the form is posted.
    var path: String
    /// Where “Cancel” leads.
    var cancelPath: String
    /// Whether a new customer is made, with a first sale.
    var isNew = false
    // Tells one form for a new record from the next.
    var hasMark = false
    var mark = ""
    /// The version that the form was filled from; not sent by a new one.
    var version = ""
    var hasVersion = false
    /// What the fields were filled with; sent with the version.
    var shown: [HiddenField] = []

    /// Whether work starts at the name.
    var hasFocus = false
    var summary = FaultSummary()
    var name = FormField()
    var emailid = FormField()
    var contactno = FormField()
    /// What is sold first; used by a new customer alone.
    var sale = SaleForm(path: "", cancelPath: "", productsPath: "")
    var card = CardForm()
}

extension CustomerForm: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "path": path
        case "cancelPath": cancelPath
        case "isNew": isNew
        case "version": version
        case "hasVersion": hasVersion
        case "shown": shown
        case "hasFocus": hasFocus
        case "hasMark": hasMark
        case "mark": mark
        case "summary": summary
        case "name": self.name
        case "emailid": emailid
        case "contactno": contactno
        case "sale": sale
        case "card": card
        default: nil
        }
    }
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

extension CardForm: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "isOpen": isOpen
        case "hasCard": hasCard
        case "saved": saved
        case "number": number
        case "holder": holder
        case "expiry": expiry
        case "isRemoved": isRemoved
        default: nil
        }
    }
}

/// The field for the number of a card, which is always empty.
struct CardNumberField: Sendable, MustacheParent {
    var hint = "Brand and last four digits are kept"
    var fault = ""
    var hasFault = false

    func child(named name: String) -> Any? {
        switch name {
        case "hint": hint
        case "fault": fault
        case "hasFault": hasFault
        default: nil
        }
    }
}
