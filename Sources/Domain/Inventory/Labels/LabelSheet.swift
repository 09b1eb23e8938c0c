import Persistence

/// A custom sheet of labels, in millimeters.
public final class LabelSheet: GuardedObject, DescribedRecord {
    /// The words for users, and the fields of the form.
    public static let description = RecordDescription(
        .labelSheet, "label sheet", "label sheets",
        fields: [
            FieldDescription("name", "Name", .line(limit: 100), isRequired: true),
            FieldDescription(
                "pageWidth", "Paper: width", .millimeters(10...1_000), isRequired: true),
            FieldDescription(
                "pageHeight", "Paper: height", .millimeters(10...1_000), isRequired: true,
                hint: "Of a roll, the label itself"),
            FieldDescription(
                "labelWidth", "Label: width", .millimeters(5...1_000), isRequired: true),
            FieldDescription(
                "labelHeight", "Label: height", .millimeters(5...1_000), isRequired: true),
            FieldDescription(
                "columns", "Labels in a row", .integer(1...100), isRequired: true),
            FieldDescription(
                "rows", "Rows of labels", .integer(1...100), isRequired: true),
            FieldDescription(
                "marginLeft", "Free at the left", .millimeters(0...1_000), isRequired: true,
                hint: "From the edge of the paper to the first label"),
            FieldDescription(
                "marginTop", "Free at the top", .millimeters(0...1_000), isRequired: true),
            FieldDescription(
                "gapAcross", "Gap between columns", .millimeters(0...1_000),
                isRequired: true),
            FieldDescription(
                "gapDown", "Gap between rows", .millimeters(0...1_000),
                isRequired: true),
        ])
}
