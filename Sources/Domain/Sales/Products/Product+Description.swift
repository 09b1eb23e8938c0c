import Foundation
import Persistence

extension Product {
    /// The words for users, and the fields.
    public static let description = RecordDescription(
        .product, "product", "products",
        fields: [
            FieldDescription(
                "name", "Name", .line(limit: 1_000), isRequired: true, copying: .distinct),
            FieldDescription(
                "price", "Price", .money, isRequired: true,
                missing: "enter a price (0 is allowed)",
                hint: "For sales from now on; what was sold keeps its price"),
            FieldDescription(
                "sku", "Number", .line(limit: 60), hint: "Your own, as on the price tag",
                importedFrom: ["articlenumber", "productnumber", "itemnumber"],
                cardGuard: .certain, copying: .numbered, reading: ProductCode.read),
            FieldDescription(
                "barcode", "Barcode", .line(limit: 80),
                hint: "A scanner types it into this field", importedFrom: ["ean", "gtin", "upc"],
                cardGuard: .certain, copying: .unique, reading: ProductCode.read),
            FieldDescription(
                "unit", "Unit", .line(limit: 20),
                hint: "Piece, m, kg. A measure such as m or kg is sold in parts, too"),
            FieldDescription(
                "category", "Category",
                .named(
                    RecordReference(
                        entityName: "ProductCategory", label: "name", noun: "category",
                        none: "No category")), hint: "A new name makes a category"),
            FieldDescription(
                "taxRate", "Tax",
                .reference(
                    RecordReference(
                        entityName: "TaxRate", label: "name", noun: "tax rate",
                        none: "The shop’s default", isOffered: .key("retiredAt") == nil))),
            FieldDescription(
                "cost", "Cost", .money, hint: "What one costs you, for the margin in the totals"),
            FieldDescription(
                "lowStock", "Low stock", .quantity(0...mostPieces),
                hint: "How many are left when it is time to order",
                importedFrom: ["reorderlevel", "minimumstock"]),
        ])

    /// The text fields that need not be unique.
    public static let plainTexts = description.texts(except: ["name", "sku", "barcode"])
}
