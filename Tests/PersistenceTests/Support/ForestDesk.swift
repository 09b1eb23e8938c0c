import Testing

@testable import Persistence

/// The allocated numbers, and the IDs of the objects saved with them.
final class ForestNumbers {
    var ids: [Int: ManagedObjectID] = [:]
    private var last = 0
    private(set) var log: [String] = []

    func next() -> Int {
        last += 1
        return last
    }

    func note(_ text: String) { log.append(text) }

    var recentLog: String { log.suffix(50).joined(separator: "; ") }
}

/// A context with random edits, and its expected contents.
final class ForestDesk {
    let context: ManagedObjectContext
    var plain: PlainForest
    /// The objects that are retained.
    var objects: [Int: ManagedObject] = [:]
    let numbers: ForestNumbers
    private let name: String

    init(
        _ name: String, _ context: ManagedObjectContext, _ plain: PlainForest,
        _ numbers: ForestNumbers
    ) {
        self.name = name
        self.context = context
        self.plain = plain
        self.numbers = numbers
    }

    func note(_ text: String) { numbers.note("\(name): \(text)") }

    /// The object with a number, found in one of several ways.
    func object(_ number: Int) throws -> ManagedObject {
        if let object = objects[number] { return object }
        let object: ManagedObject
        if number % 3 > 0, let id = numbers.ids[number], !id.isTemporaryID {
            object = context.object(with: id)
        } else {
            let entity = plain.labels[number] == nil ? "Node" : "Label"
            var request = FetchRequest<ManagedObject>(entityName: entity)
            request.predicate = try FetchPredicate(format: "number == \(number)")
            object = try #require(
                try context.fetch(request).first, "\(number), \(numbers.recentLog)")
        }
        objects[number] = object
        return object
    }

    func objects(_ numbers: [Int]) throws -> [ManagedObject] { try numbers.map(object) }

    private func slot(_ key: String, of object: ManagedObject) throws -> Int {
        try object.requireSlot(key).number
    }

    // MARK: - Choosing

    func anyNode(_ random: inout SplitMix) -> Int? {
        plain.nodes.keys.sorted().randomElement(using: &random)
    }

    private func anyLabel(_ random: inout SplitMix) -> Int? {
        plain.labels.keys.sorted().randomElement(using: &random)
    }

    private func some(of numbers: some Collection<Int>, _ random: inout SplitMix) -> [Int] {
        numbers.sorted().shuffled(using: &random).prefix(random.below(5)).map { $0 }
    }

    // MARK: - Editing

    /// Makes one edit.
    func edit(_ random: inout SplitMix) throws {
        switch random.below(20) {
        case 0..<3: try insertNode(&random)
        case 3: try insertLabel(&random)
        case 4..<6: try setScalar(&random)
        case 6..<8: try setCode(&random)
        case 8: try setNote(&random)
        case 9: try setParent(&random)
        case 10: try setChildren(&random)
        case 11..<13: try placeChild(&random)
        case 13: try setBearer(&random)
        case 14: try setBadges(&random)
        case 15: try setLabels(&random)
        case 16: try setNodes(&random)
        case 17: try placeLabel(&random)
        default: try delete(&random)
        }
    }

    func insertNode(_ random: inout SplitMix) throws {
        guard plain.nodes.count < 25 else { return }
        let (number, kind) = (numbers.next(), random.pick(Forest.kinds))
        let node = try ManagedObject(entityName: kind, context: context)
        objects[number] = node
        try node.setValue(number, forKey: "number")
        try node.setValue("n\(number)", forKey: "name")
        plain.nodes[number] = PlainForest.Node(kind: kind, name: "n\(number)")
        note("node \(number)")
    }

    private func insertLabel(_ random: inout SplitMix) throws {
        guard plain.labels.count < 8 else { return }
        let number = numbers.next()
        let label = try ManagedObject(entityName: "Label", context: context)
        objects[number] = label
        try label.setValue(number, forKey: "number")
        try label.setValue("l\(number)", forKey: "name")
        plain.labels[number] = PlainForest.Label(name: "l\(number)")
        note("label \(number)")
    }

    /// Sets a value without conflicts with changes by others.
    func setScalar(_ random: inout SplitMix) throws {
        guard let number = anyNode(&random) else { return }
        if random.chance(0.5) {
            let rank = random.below(9)
            try object(number).setValue(rank, forKey: "rank")
            plain.nodes[number]?.rank = rank
            note("rank \(number) = \(rank)")
        } else {
            let name = "n\(number) \(random.pick(["é", "x", "ß"]))\(random.below(50))"
            try object(number).setValue(name, forKey: "name")
            plain.nodes[number]?.name = name
            note("name \(number) = \(name)")
        }
    }

    /// Codes are unique: nodes swap them, or take unused ones.
    private func setCode(_ random: inout SplitMix) throws {
        guard let number = anyNode(&random) else { return }
        let code = random.chance(0.2) ? nil : random.pick(Forest.codes)
        let old = plain.nodes[number]?.code
        let holder = code.flatMap { code in plain.nodes.first { $0.value.code == code }?.key }
        if let holder, holder != number {
            try object(holder).setValue(old, forKey: "code")
            plain.nodes[holder]?.code = old
        }
        try object(number).setValue(code, forKey: "code")
        plain.nodes[number]?.code = code
        note("code \(number) = \(code ?? "none"), of \(holder ?? 0) = \(old ?? "none")")
    }

    private func setNote(_ random: inout SplitMix) throws {
        guard let number = anyNode(&random) else { return }
        let text = "note \(random.below(100))"
        try object(number).setValue(text, forKey: "note")
        plain.nodes[number]?.note = text
        note("note \(number) = \(text)")
    }

    private func setParent(_ random: inout SplitMix) throws {
        guard let number = anyNode(&random) else { return }
        let parent = random.chance(0.2) ? nil : anyNode(&random)
        try object(number).setValue(parent.map(object), forKey: "parent")
        note("parent \(number) = \(parent ?? 0)")
        guard parent != plain.parent(of: number) else { return }
        plain.orphan(number)
        if let parent { plain.nodes[parent]?.children.append(number) }
    }

    private func setChildren(_ random: inout SplitMix) throws {
        guard let number = anyNode(&random) else { return }
        let old = plain.nodes[number]?.children ?? []
        // Sometimes the same members in another order.
        let chosen =
            random.chance(0.5)
            ? old.sorted().shuffled(using: &random) : some(of: plain.nodes.keys, &random)
        try object(number).setValue(objects(chosen), forKey: "children")
        for child in chosen { plain.orphan(child) }
        plain.nodes[number]?.children = chosen
        note("children \(number) = \(chosen)")
    }

    private func placeChild(_ random: inout SplitMix) throws {
        guard let number = anyNode(&random), let child = anyNode(&random) else { return }
        let index = random.below((plain.nodes[number]?.children.count ?? 0) + 1)
        let node = try object(number)
        node.insertIntoOrdered(
            try object(child), at: index, slot: try slot("children", of: node))
        note("child \(child) at \(index) of \(number)")
        plain.nodes[number]?.children.place(child, at: index)
        for other in plain.nodes.keys where other != number {
            plain.nodes[other]?.children.removeAll { $0 == child }
        }
    }

    private func setBearer(_ random: inout SplitMix) throws {
        guard let label = anyLabel(&random) else { return }
        let bearer = random.chance(0.2) ? nil : anyNode(&random)
        try object(label).setValue(bearer.map(object), forKey: "bearer")
        plain.labels[label]?.bearer = bearer
        note("bearer \(label) = \(bearer ?? 0)")
    }

    private func setBadges(_ random: inout SplitMix) throws {
        guard let number = anyNode(&random) else { return }
        let chosen = some(of: plain.labels.keys, &random)
        try object(number).setValue(objects(chosen), forKey: "badges")
        for label in plain.labels.keys where plain.labels[label]?.bearer == number {
            plain.labels[label]?.bearer = nil
        }
        for label in chosen { plain.labels[label]?.bearer = number }
        note("badges \(number) = \(chosen)")
    }

    private func setLabels(_ random: inout SplitMix) throws {
        guard let number = anyNode(&random) else { return }
        let chosen = some(of: plain.labels.keys, &random)
        try object(number).setValue(objects(chosen), forKey: "labels")
        plain.setLabels(chosen, of: number)
        note("labels \(number) = \(chosen)")
    }

    private func setNodes(_ random: inout SplitMix) throws {
        guard let label = anyLabel(&random) else { return }
        let chosen = some(of: plain.nodes.keys, &random)
        try object(label).setValue(objects(chosen), forKey: "nodes")
        plain.setNodes(chosen, of: label)
        note("nodes \(label) = \(chosen)")
    }

    private func placeLabel(_ random: inout SplitMix) throws {
        guard let number = anyNode(&random), let label = anyLabel(&random) else { return }
        var labels = plain.nodes[number]?.labels ?? []
        let index = random.below(labels.count + 1)
        let node = try object(number)
        node.insertIntoOrdered(
            try object(label), at: index, slot: try slot("labels", of: node))
        labels.place(label, at: index)
        plain.setLabels(labels, of: number)
        note("label \(label) at \(index) of \(number)")
    }

    private func delete(_ random: inout SplitMix) throws {
        let isLabel = random.chance(0.3)
        guard let number = isLabel ? anyLabel(&random) : anyNode(&random) else { return }
        // Whole trees are rarely deleted.
        guard isLabel || plain.nodes[number]?.children.count ?? 0 < 2 || random.chance(0.2) else {
            return
        }
        note("delete \(number)")
        context.delete(try object(number))
        // Applies the delete rules now, since the dictionaries do not know when that happens.
        context.processPendingChanges()
        if isLabel { plain.deleteLabel(number) } else { plain.deleteNode(number) }
    }

    // MARK: - Comparing

    func check(_ place: String, hasNotes: Bool = true) throws {
        let shown = try PlainForest(context)
        let (found, wanted) =
            hasNotes ? (shown, plain) : (shown.withoutNotes, plain.withoutNotes)
        try #require(
            found.differences(from: wanted) == [], "\(name), \(place), \(numbers.recentLog)")
    }
}

extension [Int] {
    /// Puts a number at an index, as ordered relationships do.
    fileprivate mutating func place(_ number: Int, at index: Int) {
        removeAll { $0 == number }
        insert(number, at: Swift.min(index, count))
    }
}
