import Mustache

/// The fields of a product.
struct ProductForm: Sendable {
    /// Where the form is posted.
    var path: String
    var cancelPath: String
    /// The version that the form was filled from; not sent by a new one.
    var version = ""
    var hasVersion = false
    var summary = FaultSummary()
    var name = FormField()
    var price = MoneyField("price")
}

extension ProductForm: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "path": path
        case "cancelPath": cancelPath
        case "version": version
        case "hasVersion": hasVersion
        case "summary": summary
        case "name": self.name
        case "price": price
        default: nil
        }
    }
}

/// The form of a new product.
struct ProductNewPage: TemplatePage {
    static let template = "sales/products/new"

    var layout: LayoutPage
    var form: ProductForm
}

/// The form of a product that exists.
struct ProductEditPage: TemplatePage {
    static let template = "sales/products/edit"

    var layout: LayoutPage
    /// The name as it is saved.
    var name: String
    var form: ProductForm
}

/// An edit that came too late (409): what is saved now beside what was typed.
struct ProductConflictPage: TemplatePage {
    static let template = "sales/products/conflict"

    var layout: LayoutPage
    /// The name as it is saved.
    var name: String
    var rows: [ConflictRow]
    /// The product as it is saved now.
    var recordPath: String
    /// The typed values, with the version that is saved now.
    var form: ProductForm
}

/// The question before a product is deleted, or why it cannot be.
struct ProductDeletePage: TemplatePage {
    static let template = "sales/products/delete"

    var layout: LayoutPage
    var summary = FaultSummary()
    var name: String
    /// Whether it was sold, so that it stays.
    var isSold: Bool
    /// What goes and what stays, a sentence each.
    var consequences: [String]
    /// Whether retiring is another way.
    var canRetire: Bool
    /// Where the forms are posted.
    var deletePath: String
    var retirePath: String
    var cancelPath: String
}

/// One product, with those who bought it.
struct ProductShowPage: TemplatePage {
    static let template = "sales/products/show"

    var layout: LayoutPage
    var name: String
    /// `$19.99`.
    var price: String
    var version: String
    var isRetired = false
    /// `November 21, 2026`.
    var retired = ""
    var retiredISO = ""
    /// Counts and totals.
    var figures: [Figure]
    /// Who bought most of it.
    var hasBuyers: Bool
    var buyers: [TradeRow]
    var hasMoreBuyers: Bool
    /// `And 80 others`.
    var moreBuyers: String

    var editPath: String
    var deletePath: String
    var retirePath: String
    var unretirePath: String
    var jsonPath: String
}
