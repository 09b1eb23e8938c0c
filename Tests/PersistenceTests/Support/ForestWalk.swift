import Persistence
import Testing

/// A walk of random steps in a forest: the main context's desk, another one that saves too, child
/// contexts, batches, undo, and reopening the store.
final class ForestWalk {
    let forest: TestLibrary
    var random: SplitMix
    let numbers = ForestNumbers()
    private(set) var desk: ForestDesk
    /// A context that merges the main one's saves, and saves occasionally.
    private(set) var other: ForestDesk
    /// The contents of the store.
    var saved = PlainForest()
    let undoes: Bool
    private var past: [PlainForest] = []
    private var future: [PlainForest] = []
    private var results: FetchedResultsController<ManagedObject>?
    private let ear = Ear()
    /// The number of steps of each kind.
    private(set) var counts: [String: Int] = [:]

    /// A delegate; without one, results are not kept up to date.
    private final class Ear: FetchedResultsControllerDelegate {
        typealias Result = ManagedObject
    }

    init(_ forest: TestLibrary, seed: UInt64, undoes: Bool) {
        self.forest = forest
        self.undoes = undoes
        random = SplitMix(state: seed)
        (desk, other) = Self.desks(forest, saved, numbers, undoes)
    }

    private static func desks(
        _ forest: TestLibrary, _ saved: PlainForest, _ numbers: ForestNumbers, _ undoes: Bool
    ) -> (ForestDesk, ForestDesk) {
        let (main, other) = (forest.context(), forest.context())
        main.automaticallyMergesChangesFromParent = true
        other.automaticallyMergesChangesFromParent = true
        if undoes { main.undoManager = UndoManager() }
        return (
            ForestDesk("main", main, saved.withoutNotes, numbers),
            ForestDesk("other", other, saved.withoutNotes, numbers)
        )
    }

    var context: ManagedObjectContext { desk.context }

    // MARK: - Steps

    func step() throws {
        switch random.below(100) {
        case 0..<55: try recording { try self.desk.edit(&self.random) }
        case 55..<63: try undoOrRedo()
        case 63..<66: try group()
        case 66..<73: try save()
        case 73..<75: try refuseSave()
        case 75..<77: try rollBack()
        case 77..<80: try refresh()
        case 80..<85: try desk.checkFetch(&random, stored: saved)
        case 85..<89: try nest()
        case 89..<92: try editElsewhere()
        case 92..<94: try updateBatch()
        case 94..<96: try deleteBatch()
        case 96..<98: release()
        case 98: try random.chance(0.5) ? startAgain() : watch()
        default: try reopen()
        }
        if random.chance(0.2) { try checkResults() }
    }

    // MARK: - Results

    private func watch() throws {
        count("results")
        let controller = FetchedResultsController(
            fetchRequest: try ForestQuestion(&random).request, managedObjectContext: context)
        try controller.performFetch()
        controller.delegate = ear
        results = controller
    }

    /// The results equal those of a fetch, as long as the context is the same.
    private func checkResults() throws {
        guard let results, results.managedObjectContext === context else { return }
        let found = try context.fetch(results.fetchRequest)
        context.processPendingChanges()
        try #require(results.fetchedObjects == found, "Results, \(numbers.recentLog)")
    }

    func count(_ kind: String) {
        counts[kind, default: 0] += 1
        desk.note(kind)
    }

    /// Does something that is a single step of the undo manager, if it changes anything.
    func recording(_ body: () throws -> Void) throws {
        guard let manager = context.undoManager else {
            try body()
            if random.chance(0.3) { context.processPendingChanges() }
            return
        }
        let (before, steps) = (desk.plain, manager.undoCount)
        try body()
        context.processPendingChanges()
        if manager.undoCount > steps {
            past.append(before)
            future = []
        }
        try checkSteps()
    }

    private func checkSteps() throws {
        guard let manager = context.undoManager else { return }
        try #require(manager.undoCount == past.count, "\(numbers.recentLog)")
        try #require(manager.redoCount == future.count, "\(numbers.recentLog)")
    }

    /// Others changed what these steps would restore.
    private func forgetSteps() {
        context.undoManager?.removeAllActions()
        past = []
        future = []
    }

    /// Transient values last until their objects are refreshed; the remaining ones are correct.
    func adoptNotes() throws {
        // The next fetch merges saves by others.
        _ = try context.count(for: FetchRequest<ManagedObject>(entityName: "Label"))
        for number in desk.plain.nodes.keys.sorted() {
            let note = try desk.object(number).text("note")
            desk.plain.nodes[number]?.note = note
            if saved.nodes[number] != nil { saved.nodes[number]?.note = note }
        }
        forgetSteps()
    }

    // MARK: - Undoing

    private func undoOrRedo() throws {
        let shown = desk.plain
        if random.chance(0.6) {
            guard let before = past.popLast() else { return }
            future.append(desk.plain)
            desk.plain = before
            count("undo")
            context.undo()
        } else {
            guard let after = future.popLast() else { return }
            past.append(desk.plain)
            desk.plain = after
            count("redo")
            context.redo()
        }
        // An object restored after its deletion was saved has another ID.
        for number in desk.plain.numbers.subtracting(shown.numbers) {
            numbers.ids[number] = desk.objects[number]?.objectID
        }
        try checkSteps()
    }

    /// Several edits as one step, of which the last nested group may be undone.
    private func group() throws {
        guard let manager = context.undoManager else { return }
        count("group")
        let (before, steps) = (desk.plain, manager.undoCount)
        manager.beginUndoGrouping()
        for _ in 0...random.below(4) { try desk.edit(&random) }
        var undone: PlainForest?
        if desk.plain.nodes.count < 25, random.chance(0.5) {
            let inner = desk.plain
            manager.beginUndoGrouping()
            try desk.insertNode(&random)
            for _ in 0..<random.below(3) { try desk.edit(&random) }
            manager.endUndoGrouping()
            undone = desk.plain
            desk.plain = inner
            desk.note("undo nested group")
            manager.undoNestedGroup()
        }
        context.processPendingChanges()
        manager.endUndoGrouping()
        if manager.undoCount > steps {
            past.append(before)
            future = []
        }
        if let undone { future = [undone] }
        try checkSteps()
    }

    // MARK: - Saving

    private func save() throws {
        count("save")
        if random.chance(0.2) {
            try context.obtainPermanentIDs(for: context.insertedObjects)
        }
        try context.save()
        saved = desk.plain
        noteIDs(of: desk)
        try checkStored()
    }

    func noteIDs(of desk: ForestDesk) {
        for (number, object) in desk.objects where object.managedObjectContext != nil {
            numbers.ids[number] = object.objectID
        }
    }

    /// Compares the store with what was saved, through the other context and a new one.
    func checkStored() throws {
        other.plain = saved.withoutNotes
        try other.check("in another context", hasNotes: false)
        let stored =
            random.chance(0.5)
            ? try PlainForest(forest.context(), hasDerived: true)
            : try forest.container.read { try PlainForest($0, hasDerived: true) }
        try #require(
            stored.differences(from: saved.withoutNotes) == [], "In the store, \(numbers.recentLog)"
        )
        if !context.hasChanges { _ = try PlainForest(context, hasDerived: true) }
    }

    /// Makes a save that every store refuses: everything must be as before.
    private func refuseSave() throws {
        let nodes = desk.plain.nodes.keys.sorted().shuffled(using: &random).prefix(2)
        guard nodes.count == 2, let code = desk.plain.nodes[nodes[0]]?.code else { return }
        count("refused")
        let object = try desk.object(nodes[1])
        context.undoManager?.disableUndoRegistration()
        if random.chance(0.5) {
            try object.setValue(code, forKey: "code")
        } else {
            try object.setValue(Forest.maximumRank + 1, forKey: "rank")
        }
        #expect(throws: PersistenceError.self) { try self.context.save() }
        try object.setValue(desk.plain.nodes[nodes[1]]?.code, forKey: "code")
        try object.setValue(desk.plain.nodes[nodes[1]]?.rank, forKey: "rank")
        context.undoManager?.enableUndoRegistration()
    }

    private func rollBack() throws {
        count("rollback")
        context.rollback()
        desk.plain = saved
        desk.objects = desk.objects.filter { $0.value.managedObjectContext != nil }
        try adoptNotes()
    }

    // MARK: - Reading again

    private func refresh() throws {
        count("refresh")
        if random.chance(0.2) {
            try forest.container.coordinator.finishDeferredLightweightMigrationTask()
        }
        if random.chance(0.3) {
            try context.refreshAllObjects()
        } else {
            for number in desk.plain.nodes.keys.sorted() where random.chance(0.3) {
                let object = try desk.object(number)
                try context.refresh(object, mergeChanges: object.hasChanges || random.chance(0.5))
            }
        }
        try adoptNotes()
    }

    /// Releases objects, so that others replace them.
    private func release() {
        guard !undoes else { return }
        count("let go")
        for number in desk.objects.keys.sorted()
        where desk.plain.nodes[number]?.note == nil && numbers.ids[number] != nil {
            if random.chance(0.6) { desk.objects[number] = nil }
        }
    }

    private func startAgain() throws {
        count("new context")
        if random.chance(0.5) {
            context.reset()
            results = nil
            desk.objects = [:]
            saved = saved.withoutNotes
            desk.plain = saved
            past = []
            future = []
        } else {
            saved = saved.withoutNotes
            (desk, other) = Self.desks(forest, saved, numbers, undoes)
            past = []
            future = []
        }
    }

    private func reopen() throws {
        count("reopen")
        if random.chance(0.5) {
            try forest.reopen()
        } else {
            let version = random.below(Forest.versions.count)
            let options = (0..<4).map { _ in random.chance(0.4) }
            desk.note("version \(version)")
            try forest.reopen(as: Forest.versions[version]) { store in
                store.sqlite.defersLightweightMigration = options[0]
                store.tracksHistory = options[1]
                store.sqlite.isSecureDelete = options[2]
                store.sqlite.vacuumsWhenOpened = options[3]
            }
        }
        saved = saved.withoutNotes
        (desk, other) = Self.desks(forest, saved, numbers, undoes)
        past = []
        future = []
    }

    // MARK: - Finishing

    /// Saves, reopens the store and checks its contents.
    func finish() throws {
        try desk.check("at the end")
        try save()
        try reopen()
        try desk.check("opened again")
        _ = try PlainForest(context, hasDerived: true)
    }
}
