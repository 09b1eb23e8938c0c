import Domain
import Persistence

/// The form of a new customer, or of one that is there.
struct CustomerFormPage: TemplatePage {
    static let template = "sales/customers/form"

    var layout: LayoutPage
    /// The name of the customer; empty for a new one.
    var name = ""
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

extension Shop {
    /// The crumb that leads to a customer.
    func crumb(_ customer: CustomerValues) -> PathLink {
        PathLink(label: customer.name, path: links(.customer(customer.recordNumber)))
    }

    /// What surrounds a page about a customer.
    func layout(_ title: String, _ customer: CustomerValues) -> LayoutPage {
        site.layout(title: title, section: .sales, crumbs: [customersCrumb, crumb(customer)])
    }
}

extension CustomerFormPage {
    /// The page of a form for a new customer.
    init(_ form: CustomerForm, _ shop: Shop) {
        self.init(
            layout: shop.site.layout(
                title: "New customer", section: .sales, crumbs: [shop.customersCrumb]),
            form: form)
    }
}

extension CustomerFormPage {
    /// The page of a form for a customer.
    init(_ customer: CustomerValues, _ form: CustomerForm, _ shop: Shop) {
        self.init(
            layout: shop.layout("Edit \(customer.name)", customer), name: customer.name, form: form)
    }
}

extension CustomerConflictPage {
    /// The page that compares what was changed elsewhere with what was typed.
    init(_ saved: CustomerValues, _ posted: PostedForm, _ form: CustomerForm, _ shop: Shop) {
        let fields =
            [
                ("name", "Name"), ("contactno", "Phone"), ("emailid", "E-mail"),
                ("numbers", "Further numbers"), ("tags", "Tags"), ("taxNumber", "Tax number"),
                ("notes", "Notes"), ("consentedAt", "Agreed to be written to"),
                ("consentNote", "What was agreed"), ("paperLanguage", "Language of papers"),
                ("holder", "Name on the card"), ("expiry", "Expiry"),
            ]
            + saved.addresses.indices.flatMap { index in
                ContactInput.parts.map { key, label, _ in
                    (ContactInput.name(index, key), "Address \(index + 1), \(label.lowercased())")
                }
            }
        self.init(
            layout: shop.layout("\(saved.name) has changed", saved), name: saved.name,
            hasBefore: !posted.shown.isEmpty, rows: posted.comparison(fields, saved.texts),
            recordPath: shop.links(.customer(saved.recordNumber)), form: form)
    }
}
