import Foundation

/// The units that are recognized in an entry typed into one field. A form with a unit field accepts
/// any.
enum GroceryUnit {
    private static let measures: [String: [String]] = [
        "g": ["gram", "grams", "gramme", "grammes"],
        "kg": ["kilo", "kilos", "kilogram", "kilograms"],
        "mg": [], "ml": [], "cl": [], "dl": [],
        "l": ["liter", "liters", "litre", "litres"],
        "oz": ["ounce", "ounces"], "lb": ["lbs", "pound", "pounds"],
        "pt": ["pint", "pints"], "qt": ["quart", "quarts"], "gal": ["gallon", "gallons"],
        "tsp": ["teaspoon", "teaspoons"], "tbsp": ["tablespoon", "tablespoons"],
    ]
    private static let containers: [String: [String]] = [
        "bag": ["bags"], "bottle": ["bottles"], "box": ["boxes"], "bunch": ["bunches"],
        "can": ["cans"], "carton": ["cartons"], "crate": ["crates"], "cup": ["cups"],
        "jar": ["jars"], "loaf": ["loaves"], "pack": ["packs"], "packet": ["packets"],
        "roll": ["rolls"], "slice": ["slices"], "tin": ["tins"], "tub": ["tubs"],
        "tube": ["tubes"],
    ]
    private static let unitsByWord: [String: String] = {
        var units: [String: String] = [:]
        for (unit, others) in Array(measures) + Array(containers) {
            for word in [unit] + others { units[word] = unit }
        }
        return units
    }()

    /// The unit of a word, in one spelling: `l` for `Liters`; nil for another word.
    static func named(_ word: String) -> String? {
        unitsByWord[word.lowercased()]
    }

    /// A unit after a quantity: `bottles` for two.
    static func text(_ unit: String, _ quantity: Decimal?) -> String {
        guard let quantity, quantity > 1 else { return unit }
        return containers[unit]?.first ?? unit
    }

    /// Whether a unit is a measure, and not something that can be bought itself.
    static func isMeasure(_ unit: String) -> Bool {
        measures[unit] != nil
    }
}
