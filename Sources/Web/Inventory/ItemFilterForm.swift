/// The form that filters the list of items by value and by predicate.
struct ItemFilterForm: Sendable {
    /// Where the form leads, by GET.
    var path = ""
    /// Search, sort and the other filters, which the form passes on.
    var keeps: [HiddenField] = []
    var minValue = FormField()
    var maxValue = FormField()
    /// Where the items are.
    var locations: [SelectOption] = []
    var tags: [SelectOption] = []
    var warranties: [SelectOption] = []
    var receipts: [SelectOption] = []
    var serials: [SelectOption] = []
    var from = FormField()
    var to = FormField()
    /// How many records a page holds: 25, 50, 100, 200.
    var perPage: [SelectOption] = []
    /// Whether the form is shown unfolded, because it is in use or at fault.
    var isOpen = false
    /// The predicate as it was typed.
    var predicate = ""
    var isPredicateOpen = false
    /// How predicates are written.
    var helpPath = ""
    var predicateFault = PredicateFault()
    var summary = FaultSummary()
}
