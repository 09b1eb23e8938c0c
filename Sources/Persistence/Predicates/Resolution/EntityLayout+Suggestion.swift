extension EntityLayout {
    /// A message about an unknown property, with a suggestion.
    func absence(of name: String) -> String {
        let text = "The entity \(self.name) has no attribute or relationship “\(name)”."
        return suggestion(for: name).map { "\(text) Did you mean “\($0)”?" } ?? text
    }

    func unknownProperty(_ name: String) -> PersistenceError {
        .unknownProperty(entity: self.name, property: name, suggestion: suggestion(for: name))
    }

    /// The property with the most similar name; nil if there is none, or more than one.
    func suggestion(for name: String) -> String? {
        // A relationship's name is ranked lower, because a key must follow it.
        NameSuggestion.name(
            like: name, among: slots.map { ($0.name, rank: $0.attribute == nil ? 2 : 1) })
    }
}

extension ModelLayout {
    func unknownEntity(_ name: String) -> PersistenceError {
        .unknownEntity(
            name,
            suggestion: NameSuggestion.name(like: name, among: entities.map { ($0.name, rank: 1) }))
    }
}

private enum NameSuggestion {
    /// The most similar name; nil if there is none, or more than one.
    ///
    /// Similar names have one edit per three letters at most, or share a prefix or suffix of at
    /// least three letters.
    static func name(like name: String, among names: [(String, rank: Int)]) -> String? {
        let letters = Array(name.lowercased().unicodeScalars.prefix(longestName))
        guard letters.count > 2 else { return nil }
        let ranked = names.compactMap { candidate, rank -> (name: String, distance: Int)? in
            let other = Array(candidate.lowercased().unicodeScalars.prefix(longestName))
            let isPart =
                other.starts(with: letters) || other.reversed().starts(with: letters.reversed())
            let distance = distance(letters, other)
            guard distance <= max(1, letters.count / 3) else {
                // Ranks after all mistyped names.
                return isPart ? (candidate, rank * longestName + other.count) : nil
            }
            return (candidate, distance)
        }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return ranked.filter { $0.distance == best.distance }.count == 1 ? best.name : nil
    }

    private static let longestName = 60

    /// The number of letters that are added, removed, replaced or swapped with their neighbors.
    private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
        var rows = [Array(0...second.count)]
        for (index, letter) in first.enumerated() {
            var row = [index + 1]
            for (position, other) in second.enumerated() {
                let former = rows[index]
                var least = min(row[position] + 1, former[position + 1] + 1)
                least = min(least, former[position] + (letter == other ? 0 : 1))
                if index > 0, position > 0, letter == second[position - 1],
                    other == first[index - 1]
                {
                    least = min(least, rows[index - 1][position - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
