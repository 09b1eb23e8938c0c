import Domain
import Foundation

/// What the page of a stocktake shows of its count.
struct ShownCount {
    /// Things or sightings that are in the same state, at most some of them.
    struct Group {
        let id: String
        let title: String
        var things: ArraySlice<StocktakeThing> = []
        var sightings: ArraySlice<Sighting> = []
        /// The number of those that are not shown.
        var rest = 0
        /// Whether its rows say where items belong.
        var tellsHome = false
        /// Whether the list of sightings has all of them, and not only the table for spreadsheets.
        var isOfSightings = false
    }

    /// The maximum number of rows in a group. The table for spreadsheets has all.
    private static let most = 100
    /// The maximum number of rows with what was seen last.
    private static let latest = 50

    /// `12 of 40 seen`, `2 misplaced`.
    let figures: [String]
    private(set) var groups: [Group] = []

    init(_ count: StocktakeCount, of stocktake: Stocktake) {
        let (missing, seen) = (count.missing, count.sightings(.expected))
        let (misplaced, unknown) = (count.sightings(.misplaced), count.sightings(.unknown))
        let surplus = count.surplus
        let (unseen, partial) = (missing.filter { !$0.isSeen }, missing.filter(\.isSeen))
        let elsewhere = misplaced.filter(stocktake.belongsElsewhere)
        let others = misplaced.filter { !stocktake.belongsElsewhere($0) }
        func figure(_ count: Int, _ words: String) -> String? {
            count == 0 ? nil : "\(count, grouped: true) \(words)"
        }
        figures = [
            "\(count.seenCount, grouped: true) of \(count.things.count, grouped: true) seen",
            "\(unseen.count, grouped: true) missing",
            figure(partial.count, "with fewer than expected"),
            figure(surplus.count, "with more than expected"),
            figure(elsewhere.count, "misplaced"), figure(others.count, "not part of it"),
            figure(unknown.count, "unknown"),
        ].compactMap(\.self)
        add("missing", "Missing", unseen)
        add("fewer", "Fewer than expected", partial)
        add("surplus", "More than expected", surplus)
        add("misplaced", "Belongs elsewhere", elsewhere) { $0.tellsHome = true }
        add("others", "Not part of this stocktake", others)
        add("unknown", "Unknown", unknown)
        add("seen", "Seen", seen, limit: Self.latest) { $0.isOfSightings = true }
    }

    /// What the rows are about.
    var subjects: [SeenSubject] {
        groups.flatMap { $0.things.compactMap(\.subject) + $0.sightings.compactMap(\.subject) }
    }

    private mutating func add(_ id: String, _ title: String, _ things: [StocktakeThing]) {
        guard !things.isEmpty else { return }
        groups.append(
            Group(
                id: id, title: title, things: things.prefix(Self.most),
                rest: things.count - Self.most))
    }

    private mutating func add(
        _ id: String, _ title: String, _ sightings: [Sighting], limit: Int = most,
        _ change: (inout Group) -> Void = { _ in }
    ) {
        guard !sightings.isEmpty else { return }
        var group = Group(
            id: id, title: title, sightings: sightings.prefix(limit),
            rest: sightings.count - limit)
        change(&group)
        groups.append(group)
    }
}
