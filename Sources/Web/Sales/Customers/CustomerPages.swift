import Domain
import Persistence

/// The form of a new or an existing customer.
struct CustomerFormPage: TemplatePage {
    static let template = "sales/customers/form"

    var layout: LayoutPage
    /// The name of the customer; empty for a new one.
    var name = ""
    var form: CustomerForm
}

/// A conflicting edit (409): the saved values next to the input.
struct CustomerConflictPage: TemplatePage {
    static let template = "sales/customers/conflict"

    var layout: LayoutPage
    var name: String
    /// Whether the initial texts of the form are known.
    var hasBefore: Bool
    var rows: [ConflictRow]
    var recordPath: String
    /// The input, with the current version.
    var form: CustomerForm
}

extension Shop {
    func crumb(_ customer: CustomerValues) -> PathLink {
        PathLink(label: customer.name, path: links(.customer(customer.recordNumber)))
    }

    /// The layout of a page about a customer.
    func layout(_ title: String, _ customer: CustomerValues) -> LayoutPage {
        site.layout(title: title, section: .sales, crumbs: [customersCrumb, crumb(customer)])
    }
}

extension CustomerConflictPage {
    /// The page that compares the input with the changes made elsewhere.
    init(
        layout: LayoutPage, _ saved: CustomerValues, _ posted: PostedForm, _ form: CustomerForm,
        _ links: SiteLinks
    ) {
        let fields =
            [
                ("name", "Name"), ("contactno", "Phone"), ("emailid", "E-mail"),
                ("numbers", "Further numbers"), ("tags", "Tags"), ("taxNumber", "Tax number"),
                ("notes", "Notes"), ("consentedAt", "Marketing consent since"),
                ("consentNote", "What was agreed"), ("paperLanguage", "Language of papers"),
                ("holder", "Name on the card"), ("expiry", "Expiry"),
            ]
            + saved.addresses.indices.flatMap { index in
                ContactInput.parts.map { key, label, _ in
                    (ContactInput.name(index, key), "Address \(index + 1), \(label.lowercased())")
                }
            }
        self.init(
            layout: layout, name: saved.name, hasBefore: !posted.shown.isEmpty,
            rows: posted.comparison(fields, saved.texts),
            recordPath: links(.customer(saved.recordNumber)), form: form)
    }
}
