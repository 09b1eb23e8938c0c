@testable import Web

extension LayoutPage {
    /// The layout of a page of the sales section.
    static func sales(
        _ title: String, subsection: String? = nil, crumbs: [PathLink] = [], notices: [Notice] = []
    ) -> LayoutPage {
        var layout = mock(title, section: "Sales", crumbs: crumbs, notices: notices)
        layout.sections.append(
            SectionLink(
                label: "Sales", path: "/customers", iconPath: "/icons/icons.svg?v=1#i-receipt",
                isCurrent: true))
        layout.subsections = (subsection == nil ? [] : ["Customers", "Sales", "Products"]).map {
            SectionLink(label: $0, path: "/\($0.lowercased())", isCurrent: $0 == subsection)
        }
        return layout
    }
}

extension PathLink {
    static let customers = PathLink(label: "Customers", path: "/customers")
    static let amina = PathLink(label: "Amina Diallo", path: "/customers/1")
    static let products = PathLink(label: "Products", path: "/products")
    static let lamp = PathLink(label: "Desk lamp", path: "/products/1")
}
