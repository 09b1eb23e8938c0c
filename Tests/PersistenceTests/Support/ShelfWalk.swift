import Foundation
import ObjectModel
import Persistence
import Testing

/// Changes a shelf and searches it, randomly.
struct ShelfWalk {
    private let library: TestLibrary
    private var random: SplitMix
    /// The number of records found so far.
    private(set) var foundCount = 0
    /// Applies a change as another program: by the key of a row, with a new text.
    var foreign: ((_ change: ForeignChange) throws -> Void)?

    enum ForeignChange {
        case title(key: Int64, String)
        case insertion(key: Int64, String)
        case deletion(key: Int64)
    }

    /// Some contain others, some have one or two letters, some only match when folded.
    private static let words = [
        "lamp", "Lampe", "clamp", "Œuvre", "œuf", "O’Brien", "Straße", "ｗｉｄｅ", "m²", "a", "ab",
        "Ωμέγα",
        "שָׁלוֹם", "東京", "東", "x-ray", "x‐ray", "100%", "_", "don't", "ﬁn", "café", "CAFE\u{301}", "🛋",
        "\"quoted\"",
    ]

    init(_ library: TestLibrary, seed: UInt64) {
        self.library = library
        random = SplitMix(state: seed)
    }

    private mutating func text() -> String? {
        guard !random.chance(0.1) else { return nil }
        return (0..<random.below(4)).map { _ in random.pick(Self.words) }
            .joined(separator: random.chance(0.2) ? "" : " ")
    }

    /// A search text: words, prefixes and suffixes.
    private mutating func query() -> String {
        (0...random.below(2)).map { _ in
            let word = random.pick(Self.words)
            let part = word.unicodeScalars.dropFirst(random.below(3)).prefix(1 + random.below(6))
            return String(String.UnicodeScalarView(part))
        }.joined(separator: " ")
    }

    mutating func change() throws {
        let context = library.context()
        let types = try context.fetch(FetchRequest<ManagedObject>(entityName: "Type"))
        let tags = try context.fetch(FetchRequest<ManagedObject>(entityName: "Tag"))
        var items = try context.fetch(FetchRequest<ManagedObject>(entityName: "Item"))
        if types.count < 4 { try context.add("Type", [:]).setValue(text(), forKey: "name") }
        if tags.count < 6 { try context.add("Tag", [:]).setValue(text(), forKey: "word") }
        for _ in 0..<5 {
            let item = try context.add(random.chance(0.3) ? "Box" : "Item", [:])
            try item.setValue(random.below(1_000_000), forKey: "place")
            items.append(item)
        }
        for _ in 0..<8 {
            let item = random.pick(items)
            guard !item.isDeleted else { continue }
            switch random.below(6) {
            case 0:
                try item.setValue(
                    random.chance(0.2) ? nil : types.randomElement(using: &random), forKey: "type")
            case 1: try item.setValue(Set(tags.filter { _ in random.chance(0.3) }), forKey: "tags")
            case 2: context.delete(item)
            case 3: try item.setValue(text(), forKey: "notes")
            default: try item.setValue(text(), forKey: "title")
            }
        }
        if let type = types.randomElement(using: &random) {
            try type.setValue(text(), forKey: "name")
        }
        try context.save()
        try changeInBatches()
        try changeByOthers()
    }

    private mutating func changeInBatches() throws {
        let context = library.context()
        if random.chance(0.3) {
            var update = BatchUpdateRequest(entityName: "Item")
            update.predicate = .search(query())
            update.propertiesToUpdate = ["notes": .value(text())]
            try context.execute(update)
        }
        if random.chance(0.2) {
            var deletion = BatchDeleteRequest(entityName: "Item")
            deletion.predicate = .and([
                .search(query()), try FetchPredicate(format: "place < 500000"),
            ])
            try context.execute(deletion)
        }
    }

    private mutating func changeByOthers() throws {
        guard let foreign else { return }
        let keys = try library.context().fetch(FetchRequest<ManagedObject>(entityName: "Item"))
            .map(\.objectID.key)
        for _ in 0..<random.below(4) {
            switch random.below(4) {
            case 0:
                try foreign(
                    .insertion(key: (keys.max() ?? 0) + Int64(1 + random.below(50)), text() ?? ""))
            case 1: try foreign(.deletion(key: random.pick(keys)))
            default: try foreign(.title(key: random.pick(keys), text() ?? ""))
            }
            if random.chance(0.3) { break }
        }
    }

    /// Compares searches in the store with those in memory, and with a plain comparison of the
    /// texts.
    mutating func check() throws {
        for _ in 0..<12 {
            let text = query()
            let places = [["SELF"], ["SELF", "type"], ["SELF", "type", "tags"], ["tags"]][
                random.below(4)]
            let order = random.chance(0.5) ? [FetchSortDescriptor.relevance(to: text)] : []
            try check(text, places, order + [FetchSortDescriptor("place")])
        }
    }

    private mutating func check(
        _ text: String, _ places: [String], _ order: [FetchSortDescriptor]
    ) throws {
        let context = library.context()
        let predicate = FetchPredicate.search(text, in: places)
        var request = FetchRequest<ManagedObject>(entityName: "Item")
        request.predicate = predicate
        request.sortDescriptors = order
        let found = try context.fetch(request).map(\.objectID)
        let all = try context.fetch(FetchRequest<ManagedObject>(entityName: "Item"))
            .sorted { $0.objectID.key < $1.objectID.key }
        let expected = try all.filtered(using: predicate).sorted(using: order).map(\.objectID)
        let plain = try all.filter { try Self.fits($0, text, places) }.map(\.objectID)
        foundCount += found.count

        let comment = Comment(rawValue: "\(text) in \(places)")
        #expect(found == expected, comment)
        #expect(Set(found) == Set(plain), comment)
        request.fetchLimit = 3
        #expect(try context.fetch(request).map(\.objectID) == Array(expected.prefix(3)), comment)
    }

    private static func fits(
        _ item: ManagedObject, _ text: String, _ places: [String]
    ) throws -> Bool {
        func texts(_ object: ManagedObject?, _ keys: [String]) throws -> [String] {
            try keys.compactMap { try object?.value(forKey: $0) as? String }
        }
        var all: [String] = []
        for place in places {
            switch place {
            case "SELF":
                let keys = ["title", "notes"] + (item.entity.name == "Box" ? ["label"] : [])
                all += try texts(item, keys)
            case "type":
                all += try texts(try item.value(forKey: "type") as? ManagedObject, ["name"])
            default:
                for tag in try item.value(forKey: "tags") as? Set<ManagedObject> ?? [] {
                    all += try texts(tag, ["word"])
                }
            }
        }
        let folded = all.map { String(decoding: SearchFolding.folded($0), as: UTF8.self) }
        return text.unicodeScalars.split(separator: " ").allSatisfy { word in
            let pattern = Array(SearchFolding.pattern(of: String(word)))
            return pattern.isEmpty || folded.contains { Array($0.utf8).contains(pattern) }
        }
    }
}
