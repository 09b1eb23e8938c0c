import Persistence

extension Stocktake {
    /// The words for users, and the fields of the form.
    public static let description = RecordDescription(
        .stocktake, "stocktake", "stocktakes",
        fields: [
            FieldDescription("name", "Name", .line(limit: 200), isRequired: true),
            FieldDescription(
                "location", "Location",
                .reference(
                    RecordReference(
                        entityName: "Location", label: "name", noun: "location",
                        none: "Everywhere", options: { try LocationTree(in: $0).choices },
                        isByNumber: true)), hint: "With everything inside it"),
            FieldDescription(
                "tag", "Tag",
                .reference(
                    RecordReference(
                        entityName: "Tag", label: "name", noun: "tag", none: "Any tag",
                        isByNumber: true))),
            FieldDescription(
                "assetType", "Asset type",
                .reference(
                    RecordReference(
                        entityName: "AssetType", label: "label", noun: "type", none: "Any type",
                        isByNumber: true))),
            FieldDescription(
                "productCategory", "Product category",
                .reference(
                    RecordReference(
                        entityName: "ProductCategory", label: "name", noun: "category",
                        none: "No products", isByNumber: true)),
                hint: "Choose one of location, tag, type and category; none counts all items"),
        ])
}
