import Persistence

/// The steps of child contexts, other contexts and batches.
extension ForestWalk {
    /// Works in a child, which is saved or discarded.
    func nest() throws {
        count("child")
        context.processPendingChanges()
        try recording { try self.workInChild(of: self.desk, depth: 0) }
        if undoes { return }
        // An object of the record may have got its note from the child.
        try adoptNotes()
    }

    private func workInChild(of desk: ForestDesk, depth: Int) throws {
        let child = ForestDesk(
            "child \(depth)", ManagedObjectContext(parent: desk.context), desk.plain, numbers)
        for _ in 0..<random.below(6) { try child.edit(&random) }
        if depth == 0, random.chance(0.3) { try workInChild(of: child, depth: 1) }
        try child.check("before its end", hasNotes: false)
        guard random.chance(0.7) else { return child.note("is dropped") }
        child.note("saves")
        try child.context.save()
        desk.plain = child.plain
        for (number, object) in child.objects where desk.objects[number] == nil {
            guard child.plain.nodes[number] != nil || child.plain.labels[number] != nil else {
                continue
            }
            desk.objects[number] = desk.context.object(with: object.objectID)
        }
    }

    /// Edits and saves in the other context: anything if there are no unsaved changes here,
    /// otherwise scalars.
    func editElsewhere() throws {
        context.processPendingChanges()
        let isFree = !context.hasChanges
        count(isFree ? "elsewhere" : "elsewhere, at the same time")
        if isFree, random.chance(0.4) {
            try mergeIntoPlain(write())
            return try checkStored()
        }
        other.plain = saved.withoutNotes
        for _ in 0...random.below(4) {
            if isFree { try other.edit(&random) } else { try other.setScalar(&random) }
        }
        other.plain = other.plain.withoutNotes
        try other.context.save()
        noteIDs(of: other)
        try mergeIntoPlain(other.plain)
        if random.chance(0.5) { other.objects = [:] }
        try checkStored()
    }

    /// Edits and saves in a write closure.
    private func write() throws -> PlainForest {
        try forest.container.write { context in
            let writer = ForestDesk("writer", context, saved.withoutNotes, numbers)
            for _ in 0...random.below(6) { try writer.edit(&random) }
            if random.chance(0.3) { try writer.checkFetch(&random, stored: saved.withoutNotes) }
            try context.save()
            try writer.check("after its save")
            noteIDs(of: writer)
            return writer.plain.withoutNotes
        }
    }

    /// Changes by others are visible in objects without unsaved changes.
    private func mergeIntoPlain(_ new: PlainForest) throws {
        if !context.hasChanges {
            desk.plain = new
            desk.objects = desk.objects.filter {
                new.nodes[$0.key] != nil || new.labels[$0.key] != nil
            }
        } else {
            for (number, node) in new.nodes {
                guard let old = saved.nodes[number], let mine = desk.plain.nodes[number] else {
                    continue
                }
                if mine.rank == old.rank { desk.plain.nodes[number]?.rank = node.rank }
                if mine.name == old.name { desk.plain.nodes[number]?.name = node.name }
            }
        }
        saved = new
        try adoptNotes()
    }

    // MARK: - Batches

    func updateBatch() throws {
        count("batch update")
        context.processPendingChanges()
        let limit = random.below(6)
        var request = BatchUpdateRequest(entityName: random.pick(["Node", "Branch", "Leaf"]))
        request.includesSubentities = random.chance(0.7)
        request.predicate = try FetchPredicate(format: "rank < \(limit)")
        request.propertiesToUpdate = [
            "rank": try FetchExpression(format: "rank + 1"), "name": .constant(.string("batch")),
        ]
        request.resultType = .objectIDs
        var new = saved.withoutNotes
        for (number, node) in new.nodes where node.rank < limit {
            let isSub = node.kind == "Twig" && request.entityName == "Branch"
            let isMeant =
                node.kind == request.entityName
                || (request.includesSubentities && (isSub || request.entityName == "Node"))
            guard isMeant else { continue }
            new.nodes[number]?.rank += 1
            new.nodes[number]?.name = "batch"
        }
        try execute { try $0.execute(request) }
        try mergeIntoPlain(new)
        try checkStored()
    }

    func deleteBatch() throws {
        context.processPendingChanges()
        guard !context.hasChanges, saved.nodes.count > 4 else { return }
        count("batch deletion")
        let isLabel = random.chance(0.3)
        var request = BatchDeleteRequest(entityName: isLabel ? "Label" : "Node")
        let rest = random.below(7)
        request.predicate = try FetchPredicate(format: "modulus:by:(number, 7) == \(rest)")
        request.resultType = .objectIDs
        var new = saved.withoutNotes
        if isLabel {
            for number in new.labels.keys where number % 7 == rest { new.deleteLabel(number) }
        } else {
            for number in new.nodes.keys where number % 7 == rest { new.deleteNode(number) }
        }
        try execute { try $0.execute(request) }
        try mergeIntoPlain(new)
        try checkStored()
    }

    private func execute(_ body: (ManagedObjectContext) throws -> BatchResult) throws {
        let result = try body(random.chance(0.5) ? forest.context() : context)
        try ManagedObjectContext.mergeChanges(
            fromRemoteContextSave: result.changes, into: [context, other.context])
    }
}
