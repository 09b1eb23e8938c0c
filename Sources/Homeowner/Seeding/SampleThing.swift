import Drawing

/// A kind of sample item.
struct SampleThing: Sendable {
    /// The name after an adjective.
    let noun: String
    let assetType: String
    /// The range of values in dollars.
    let values: ClosedRange<Int32>
    /// The prefix of its serial numbers; nil for items without one.
    let serialPrefix: String?
    /// The subject of its photo.
    let subject: DrawnPicture.Subject

    /// Adjectives for the noun.
    let adjectives: [String]

    static let all: [SampleThing] = [
        furniture("sofa", .sofa, 400...4_800), furniture("armchair", .armchair, 150...1_900),
        furniture("dining table", .table, 250...3_600),
        furniture("bookcase", .bookcase, 120...1_400),
        furniture("floor lamp", .lamp, 40...650), furniture("writing desk", .table, 180...2_200),
        SampleThing(
            noun: "ring", assetType: "Jewelry", values: 180...9_500, serialPrefix: nil,
            subject: .ring, adjectives: ["Gold", "Silver", "Sapphire", "Grandmother’s", "Opal"]),
        SampleThing(
            noun: "wall clock", assetType: "Clocks", values: 30...2_400, serialPrefix: "WC",
            subject: .clock, adjectives: ["Station", "Walnut", "Enamel", "Kitchen", "Brass"]),
        electronics("television", .television, "TV", 220...3_200),
        electronics("laptop", .laptop, "LT", 480...3_900),
        electronics("camera", .camera, "CM", 190...6_400),
        electronics("game console", .laptop, "GC", 150...700),
        SampleThing(
            noun: "vase", assetType: "Art", values: 20...2_900, serialPrefix: nil, subject: .vase,
            adjectives: ["Delft", "Raku", "Glass", "Celadon", "Hand-thrown"]),
        SampleThing(
            noun: "guitar", assetType: "Instruments", values: 180...5_200, serialPrefix: "GT",
            subject: .guitar, adjectives: ["Classical", "Steel-string", "Cedar", "Twelve-string"]),
    ]

    private static func furniture(
        _ noun: String, _ subject: DrawnPicture.Subject, _ values: ClosedRange<Int32>
    ) -> SampleThing {
        SampleThing(
            noun: noun, assetType: "Furniture", values: values, serialPrefix: nil,
            subject: subject,
            adjectives: [
                "Walnut", "Oak", "Velvet", "Linen", "Rattan", "Mid-century", "Leather", "Painted",
            ])
    }

    private static func electronics(
        _ noun: String, _ subject: DrawnPicture.Subject, _ prefix: String,
        _ values: ClosedRange<Int32>
    ) -> SampleThing {
        SampleThing(
            noun: noun, assetType: "Electronics", values: values, serialPrefix: prefix,
            subject: subject,
            adjectives: ["Living-room", "Second", "Compact", "Mirrorless", "Refurbished", "Large"])
    }
}
