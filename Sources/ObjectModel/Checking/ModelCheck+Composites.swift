extension ModelCheck {
    /// The maximum number of values in a composite attribute, nested ones included. Columns are
    /// limited too, and a few nested composites could ask for millions.
    static var maximumLeafCount: Int { 1000 }

    private static var maximumDepth: Int { 32 }

    mutating func checkComposites() {
        report(
            duplicatesOf: model.compositeAttributes.map(\.name),
            as: { "there is more than one composite attribute of the name \($0)" })
        var counts: [String: Int] = [:]
        for composite in model.compositeAttributes {
            check(composite)
            checkSize(of: composite, counts: &counts)
        }
    }

    private mutating func check(_ composite: CompositeAttributeDescription) {
        for name in composite.attributes.map(\.name).duplicates {
            error("there is more than one part of this name", composite.name, name)
        }
        for attribute in composite.attributes {
            checkName(attribute.name, of: composite.name)
            check(attribute, of: composite.name)
        }
    }

    private mutating func checkSize(
        of composite: CompositeAttributeDescription, counts: inout [String: Int]
    ) {
        var open: Set<String> = []
        guard let count = leafCount(of: composite, counts: &counts, open: &open) else {
            return error(
                "the composite attribute is a part of itself, or nested deeper than "
                    + "\(Self.maximumDepth) levels", composite.name)
        }
        if count > Self.maximumLeafCount {
            error(
                "the composite attribute has more than \(Self.maximumLeafCount) parts",
                composite.name)
        }
    }

    /// The number of values of a composite; nil if it contains itself or is nested too deep.
    private func leafCount(
        of composite: CompositeAttributeDescription, counts: inout [String: Int],
        open: inout Set<String>
    ) -> Int? {
        if let count = counts[composite.name] { return count }
        guard open.count < Self.maximumDepth, open.insert(composite.name).inserted else {
            return nil
        }
        defer { open.remove(composite.name) }
        var sum = 0
        for attribute in composite.attributes {
            var count = 1
            if let name = attribute.compositeName, let part = composites[name] {
                guard let parts = leafCount(of: part, counts: &counts, open: &open) else {
                    return nil
                }
                count = parts
            }
            sum = min(sum + count, Self.maximumLeafCount + 1)
        }
        counts[composite.name] = sum
        return sum
    }
}
