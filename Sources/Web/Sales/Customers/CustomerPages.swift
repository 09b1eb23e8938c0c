/// The form of a new customer.
struct CustomerNewPage: TemplatePage {
    static let template = "sales/customers/new"

    var layout: LayoutPage
    var form: CustomerForm
}

/// The form of a customer who exists.
struct CustomerEditPage: TemplatePage {
    static let template = "sales/customers/edit"

    var layout: LayoutPage
    /// The name as it is saved.
    var name: String
    var form: CustomerForm
}

/// An edit that came too late (409): what is saved now beside what was typed.
struct CustomerConflictPage: TemplatePage {
    static let template = "sales/customers/conflict"

    var layout: LayoutPage
    /// The name as it is saved.
    var name: String
    /// Whether it is known what the form was filled with.
    var hasBefore: Bool
    var rows: [ConflictRow]
    /// The customer as saved now.
    var recordPath: String
    /// The typed values, with the version that is saved now.
    var form: CustomerForm
}
