/// Records the changes of contexts, and undoes them step by step.
///
/// ```swift
/// context.undoManager = UndoManager()
/// recipe.title = "Pea soup"
/// context.processPendingChanges()
/// context.undo()
/// ```
/// Changes between two calls of `processPendingChanges` or `save` are one step, and so are changes
/// between `beginUndoGrouping` and `endUndoGrouping`. The manager belongs to the task of its
/// contexts. It keeps the objects of its steps in memory: set `levelsOfUndo` to limit them.
///
/// ## Topics
/// ### Steps
/// - ``undo()``
/// - ``redo()``
/// - ``beginUndoGrouping()``
/// - ``endUndoGrouping()``
/// - ``levelsOfUndo``
public final class UndoManager {
    /// The maximum number of steps; 0, the default, for no limit.
    public var levelsOfUndo = 0 {
        didSet { trim() }
    }
    /// Whether a step is being undone.
    public private(set) var isUndoing = false
    /// Whether a step is being redone.
    public private(set) var isRedoing = false

    private var undoSteps: [UndoGroup] = []
    private var redoSteps: [UndoGroup] = []
    /// The groups that are open, the outermost first.
    private var openGroups: [UndoGroup] = []
    /// The changes outside groups since the last step.
    private var event: UndoGroup?
    private var disablings = 0
    private var contexts: [UndoClient] = []

    /// Creates a manager without steps.
    public init() {}

    // MARK: - Steps

    /// Whether a step can be undone.
    public var canUndo: Bool { undoCount > 0 }

    /// Whether a step can be redone.
    public var canRedo: Bool { redoCount > 0 }

    /// The number of steps that can be undone, including the current one.
    public var undoCount: Int {
        let present = openGroups.first ?? event
        return undoSteps.count + (present?.isEmpty ?? true ? 0 : 1)
    }

    /// The number of steps that can be redone.
    public var redoCount: Int { redoSteps.count }

    /// Undoes the last step. An open group is ended first; only the outermost one may be open.
    public func undo() {
        checkpoint()
        if openGroups.count == 1 { endUndoGrouping() }
        guard openGroups.isEmpty else {
            return report("undo() needs every undo group within a group to be ended")
        }
        endEvent()
        guard let step = undoSteps.popLast() else { return }
        perform(step, undoing: true)
    }

    /// Undoes the last group: a step, or a group that ended inside an open one.
    public func undoNestedGroup() {
        checkpoint()
        guard let open = openGroups.last else { return undo() }
        guard let group = open.popGroup() else {
            return report("undoNestedGroup() needs a group that ended last")
        }
        perform(group, undoing: true)
    }

    /// Redoes the step that was undone last.
    public func redo() {
        checkpoint()
        guard openGroups.isEmpty else {
            return report("redo() needs every undo group to be ended")
        }
        endEvent()
        guard let step = redoSteps.popLast() else { return }
        perform(step, undoing: false)
    }

    /// Removes all steps.
    public func removeAllActions() {
        undoSteps = []
        redoSteps = []
        event = nil
        for group in openGroups { group.removeAll() }
    }

    /// Removes the changes of a target: a context, or the target of an action.
    public func removeAllActions(withTarget target: AnyObject) {
        for group in undoSteps + redoSteps + openGroups { group.removeAll(of: target) }
        event?.removeAll(of: target)
        undoSteps.removeAll(where: \.isEmpty)
        redoSteps.removeAll(where: \.isEmpty)
    }

    // MARK: - Groups

    /// The number of open groups.
    public var groupingLevel: Int { openGroups.count }

    /// Begins a group. The outermost group becomes one step.
    public func beginUndoGrouping() {
        checkpoint()
        if openGroups.isEmpty { endEvent() }
        openGroups.append(UndoGroup())
    }

    /// Ends the innermost group. An empty group leaves no step.
    public func endUndoGrouping() {
        checkpoint()
        guard let group = openGroups.popLast() else {
            return report("endUndoGrouping() needs a group that was begun")
        }
        guard !group.isEmpty else { return }
        if let outer = openGroups.last {
            outer.append(group)
        } else {
            push(group)
        }
    }

    /// Ends the step of changes outside groups.
    func endEvent() {
        guard let ended = event, !isUndoing, !isRedoing else { return }
        event = nil
        if !ended.isEmpty { push(ended) }
    }

    // MARK: - Registration

    /// Whether changes are recorded.
    public var isUndoRegistrationEnabled: Bool { disablings == 0 }

    /// Stops recording until `enableUndoRegistration` was called as often.
    public func disableUndoRegistration() {
        checkpoint()
        disablings += 1
    }

    /// Resumes recording, if it was called as often as `disableUndoRegistration`.
    public func enableUndoRegistration() {
        checkpoint()
        guard disablings > 0 else {
            return report("enableUndoRegistration() needs a disableUndoRegistration()")
        }
        disablings -= 1
    }

    /// Records an action of the application, which undoing the step calls. An action that it
    /// registers in turn redoes it.
    ///
    /// ```swift
    /// undoManager.registerUndo(withTarget: view) { $0.zoom = 1 }
    /// ```
    /// - Parameter target: the target of the action. It is not retained; without it, the action is
    ///   skipped.
    public func registerUndo<Target: AnyObject>(
        withTarget target: Target, handler: @escaping (Target) -> Void
    ) {
        register { group in
            group.append(
                UndoAction(target) { [weak target] in
                    if let target { handler(target) }
                })
        }
    }

    func register(_ add: (UndoGroup) -> Void) {
        guard disablings == 0 else { return }
        if !isUndoing, !isRedoing { redoSteps = [] }
        add(currentGroup)
    }

    private var currentGroup: UndoGroup {
        if let open = openGroups.last, !isUndoing, !isRedoing { return open }
        if let event { return event }
        let new = UndoGroup()
        event = new
        return new
    }

    // MARK: - Names

    /// Names the current step for a menu, or the last one if nothing changed since.
    public func setActionName(_ name: String) {
        (openGroups.first ?? event ?? undoSteps.last)?.actionName = name
    }

    /// The name of the step that `undo` would undo; empty for none.
    public var undoActionName: String {
        (openGroups.first ?? event ?? undoSteps.last)?.actionName ?? ""
    }

    /// The name of the step that `redo` would redo; empty for none.
    public var redoActionName: String { redoSteps.last?.actionName ?? "" }

    // MARK: - Internal

    /// Undoes a group, records the changes for redoing it, and lets the contexts report them.
    private func perform(_ group: UndoGroup, undoing: Bool) {
        revert(group, undoing: undoing)
        for client in contexts { client.context?.events?.post() }
    }

    private func revert(_ group: UndoGroup, undoing: Bool) {
        let interrupted = event
        event = nil
        isUndoing = undoing
        isRedoing = !undoing
        group.revert()
        checkpoint()
        let reverse = event
        reverse?.updateStates()
        isUndoing = false
        isRedoing = false
        event = interrupted
        guard let reverse, !reverse.isEmpty else { return }
        reverse.actionName = group.actionName
        if undoing {
            redoSteps.append(reverse)
        } else {
            undoSteps.append(reverse)
        }
    }

    private func push(_ step: UndoGroup) {
        undoSteps.append(step)
        trim()
    }

    private func trim() {
        guard levelsOfUndo > 0 else { return }
        undoSteps.removeFirst(max(undoSteps.count - levelsOfUndo, 0))
        redoSteps.removeFirst(max(redoSteps.count - levelsOfUndo, 0))
    }

    // MARK: - Contexts

    func add(_ context: ManagedObjectContext) {
        contexts.append(UndoClient(context: context))
    }

    func remove(_ context: ManagedObjectContext) {
        contexts.removeAll { $0.context == nil || $0.context === context }
        removeAllActions(withTarget: context)
    }

    /// Applies delete rules, so that their changes join the group of the deletions.
    private func checkpoint() {
        for client in contexts { client.context?.propagateDeletions() }
    }

    /// Gives a mistake of the caller to a context, whose next call that can throw reports it.
    private func report(_ mistake: String) {
        contexts.lazy.compactMap(\.context).first?.remember(PersistenceError.misuse(mistake))
    }
}

/// A context that records its changes.
private struct UndoClient {
    weak var context: ManagedObjectContext?
}
