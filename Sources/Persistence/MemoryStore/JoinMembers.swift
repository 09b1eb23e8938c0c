/// The keys that one record is paired with, each once, in the order in which they came or were put.
struct JoinMembers: Sendable {
    /// Up to so many, a look through them costs less than a table.
    private static let fewest = 16

    private var few: [Int64] = []
    /// The places by key, if there are many.
    private var places: [Int64: Int] = [:]
    private var lastPlace = 0

    init() {}

    init(_ keys: [Int64]) {
        for key in keys { append(key) }
    }

    var isEmpty: Bool { few.isEmpty && places.isEmpty }

    var keys: [Int64] {
        places.isEmpty ? few : places.sorted { $0.value < $1.value }.map(\.key)
    }

    func contains(_ key: Int64) -> Bool {
        places.isEmpty ? few.contains(key) : places[key] != nil
    }

    mutating func append(_ key: Int64) {
        guard !contains(key) else { return }
        if places.isEmpty, few.count < Self.fewest { return few.append(key) }
        if places.isEmpty {
            for known in few { appendPlace(known) }
            few = []
        }
        appendPlace(key)
    }

    private mutating func appendPlace(_ key: Int64) {
        lastPlace += 1
        places[key] = lastPlace
    }

    mutating func remove(_ key: Int64) {
        guard !places.isEmpty else { return few.removeAll { $0 == key } }
        places[key] = nil
        guard places.count <= Self.fewest / 2 else { return }
        few = keys
        places = [:]
    }
}
