extension EntityLayout {
    /// Says that there is no property of a name, and which one may be meant.
    func absence(of name: String) -> String {
        let text = "The entity \(self.name) has no attribute or relationship “\(name)”."
        return suggestion(for: name).map { "\(text) Did you mean “\($0)”?" } ?? text
    }

    /// The error for a name that no property has.
    func unknownProperty(_ name: String) -> PersistenceError {
        .unknownProperty(entity: self.name, property: name, suggestion: suggestion(for: name))
    }

    /// The property whose name is most like another name; nil if none is, or several are.
    func suggestion(for name: String) -> String? {
        // Of a relationship more has to be written.
        NameSuggestion.name(
            like: name, among: slots.map { ($0.name, rank: $0.attribute == nil ? 2 : 1) })
    }
}

extension ModelLayout {
    /// The error for a name that no entity has.
    func unknownEntity(_ name: String) -> PersistenceError {
        .unknownEntity(
            name,
            suggestion: NameSuggestion.name(like: name, among: entities.map { ($0.name, rank: 1) }))
    }
}

/// Finds the name that a mistyped one may be meant for.
private enum NameSuggestion {
    /// The name most like another one; nil if none is, or several are.
    ///
    /// A name is like one that begins or ends with it, with three letters or more in common, and like one
    /// with few other letters: one for every three.
    static func name(like name: String, among names: [(String, rank: Int)]) -> String? {
        let letters = Array(name.lowercased().unicodeScalars.prefix(longestName))
        guard letters.count > 2 else { return nil }
        let ranked = names.compactMap { candidate, rank -> (name: String, distance: Int)? in
            let other = Array(candidate.lowercased().unicodeScalars.prefix(longestName))
            let isPart =
                other.starts(with: letters) || other.reversed().starts(with: letters.reversed())
            let distance = distance(letters, other)
            guard distance <= max(1, letters.count / 3) else {
                // Behind all that are mistyped.
                return isPart ? (candidate, rank * longestName + other.count) : nil
            }
            return (candidate, distance)
        }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return ranked.filter { $0.distance == best.distance }.count == 1 ? best.name : nil
    }

    private static let longestName = 60

    /// How many letters are added, removed, exchanged or swapped with their neighbours.
    private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
        var rows = [Array(0...second.count)]
        for (index, letter) in first.enumerated() {
            var row = [index + 1]
            for (place, other) in second.enumerated() {
                let former = rows[index]
                var least = min(row[place] + 1, former[place + 1] + 1)
                least = min(least, former[place] + (letter == other ? 0 : 1))
                if index > 0, place > 0, letter == second[place - 1], other == first[index - 1] {
                    least = min(least, rows[index - 1][place - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
