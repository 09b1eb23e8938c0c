/// What the page says that asks before a record is deleted.
struct DeletionQuestion: Sendable {
    /// What goes along and what stays, a sentence each.
    var consequences: [String]
    /// What the button says. Default: “Delete product”.
    var label: String?
    /// Why the record cannot be deleted; nil if it can.
    var refusal: Refusal?
    /// What may be done instead.
    var ways: [RecordWay] = []
    /// What the person decides; nil if there is nothing to decide.
    var choice: DeletionChoice?

    /// Why a record stays.
    struct Refusal: Sendable {
        /// The heading behind the record's name: `was sold and stays`.
        let heading: String
        let fault: FormFault
    }
}
