import Foundation

let directory = NSTemporaryDirectory() + "comparison-\(UUID().uuidString)"
try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: directory) }

/// The best seconds of some rounds, in turns so that other load affects all libraries.
func best(_ rounds: Int, _ works: [() throws -> Void]) throws -> [Double] {
    var best = works.map { _ in Double.infinity }
    for _ in 0..<rounds {
        for (index, work) in works.enumerated() {
            let start = ContinuousClock.now
            try work()
            best[index] = min(best[index], (ContinuousClock.now - start) / .seconds(1))
        }
    }
    return best
}

func show(_ name: String, _ seconds: [Double]) {
    let times = seconds.map { String(format: "%.1f ms", $0 * 1000) }
    let ratios = seconds.dropFirst().map { String(format: "%.2f", seconds[0] / $0) }
    print("| \(([name] + times + ratios).joined(separator: " | ")) |")
}

let count = 100_000
let contestants: [any Contestant] = [
    try PersistenceContestant(directory: directory, count: count),
    try GRDBContestant<MappedThing>(directory: directory, name: "mapped", count: count),
    try GRDBContestant<CodableThing>(directory: directory, name: "codable", count: count),
]

print(
    """
    | work | Persistence | GRDB, mapped by hand | GRDB, Codable | of the first | of the second |
    | --- | ---: | ---: | ---: | ---: | ---: |
    """)
show("insert 100,000 and save", try best(3, contestants.map { $0.insert }))
show("fetch 100,000 and read every attribute", try best(7, contestants.map { $0.fetch }))
show("10,000 look-ups by key", try best(5, contestants.map { $0.lookUp }))
show("1,000 saves of one change", try best(3, contestants.map { $0.save }))
