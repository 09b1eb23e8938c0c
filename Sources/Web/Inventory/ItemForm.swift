/// The fields of an item, shared by the pages that add, change and reconcile one.
struct ItemForm: Sendable {
    /// Where the form is posted.
    var path: String
    /// Where “Cancel” leads.
    var cancelPath: String
    /// Whether a new item is made.
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
    var itemName = FormField()
    var serialNumber = FormField()
    var valueInDollars = MoneyField("valueInDollars")
    var assetType = FormField()
    var assetTypes: [SelectOption] = []
    var location = FormField()
    var locations: [SelectOption] = []
    var newLocation = NewLocationField()
    /// Names with commas between them.
    var tags = FormField()
    var notes = FormField()
    /// What is rarely known, folded away.
    var details: [RecordFormField] = []
    /// Whether it is shown unfolded, because something of it is known or at fault.
    var hasDetails = false
    var photo = PhotoField()
}
