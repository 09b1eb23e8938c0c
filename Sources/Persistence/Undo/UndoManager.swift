/// Records changes, and takes them back step by step.
///
/// A context has none until it is given one:
///
/// ```swift
/// context.undoManager = UndoManager()
/// ```
///
/// Changes between two calls of `processPendingChanges` or `save` are one step; so are changes between
/// `beginUndoGrouping` and `endUndoGrouping`. The manager belongs to the task of its contexts, and
/// keeps the objects of the steps alive.
///
/// ## Topics
/// ### Steps
/// - ``undo()``
/// - ``redo()``
/// - ``beginUndoGrouping()``
/// - ``endUndoGrouping()``
/// - ``levelsOfUndo``
public final class UndoManager {
    /// The greatest number of steps that are kept; 0, the default, for no limit.
    public var levelsOfUndo = 0 {
        didSet { trim() }
    }
    /// Whether a step is being undone.
    public private(set) var isUndoing = false
    /// Whether a step is being redone.
    public private(set) var isRedoing = false

    private var undoSteps: [UndoGroup] = []
    private var redoSteps: [UndoGroup] = []
    /// The groups that were begun and not ended, the outermost first.
    private var openGroups: [UndoGroup] = []
    /// Changes that were recorded outside of open groups since the last step ended.
    private var event: UndoGroup?
    private var disablings = 0
    private var contexts: [UndoClient] = []

    /// Makes a manager without steps.
    public init() {}

    // MARK: - Steps

    /// Whether there is something to undo.
    public var canUndo: Bool { undoCount > 0 }

    /// Whether there is something to redo.
    public var canRedo: Bool { redoCount > 0 }

    /// The number of steps that can be undone, the present one included.
    public var undoCount: Int {
        let present = openGroups.first ?? event
        return undoSteps.count + (present?.isEmpty ?? true ? 0 : 1)
    }

    /// The number of steps that can be redone.
    public var redoCount: Int { redoSteps.count }

    /// Takes the last step back. A group that is open is ended first; of groups within groups only
    /// the outermost may be open.
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

    /// Takes the last group back, be it a step or a group that was ended within an open one.
    public func undoNestedGroup() {
        checkpoint()
        guard let open = openGroups.last else { return undo() }
        guard let group = open.popGroup() else {
            return report("undoNestedGroup() needs a group that ended last")
        }
        perform(group, undoing: true)
    }

    /// Does the step again that was undone last.
    public func redo() {
        checkpoint()
        guard openGroups.isEmpty else {
            return report("redo() needs every undo group to be ended")
        }
        endEvent()
        guard let step = redoSteps.popLast() else { return }
        perform(step, undoing: false)
    }

    /// Forgets all steps.
    public func removeAllActions() {
        undoSteps = []
        redoSteps = []
        event = nil
        for group in openGroups { group.removeAll() }
    }

    /// Forgets what was registered for a target: a context, or the target of an action.
    public func removeAllActions(withTarget target: AnyObject) {
        for group in undoSteps + redoSteps + openGroups { group.removeAll(of: target) }
        event?.removeAll(of: target)
        undoSteps.removeAll(where: \.isEmpty)
        redoSteps.removeAll(where: \.isEmpty)
    }

    // MARK: - Groups

    /// The number of groups that were begun and not ended.
    public var groupingLevel: Int { openGroups.count }

    /// Begins a group. The outermost group becomes a step of its own.
    public func beginUndoGrouping() {
        checkpoint()
        if openGroups.isEmpty { endEvent() }
        openGroups.append(UndoGroup())
    }

    /// Ends the group that was begun last. A group in which nothing happened leaves no step.
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

    /// Ends the step to which changes outside of groups belong.
    func endEvent() {
        guard let ended = event, !isUndoing, !isRedoing else { return }
        event = nil
        if !ended.isEmpty { push(ended) }
    }

    // MARK: - Registration

    /// Whether changes are recorded.
    public var isUndoRegistrationEnabled: Bool { disablings == 0 }

    /// Records nothing until `enableUndoRegistration` was called as often as this.
    public func disableUndoRegistration() {
        checkpoint()
        disablings += 1
    }

    /// Records again, if it was called as often as `disableUndoRegistration`.
    public func enableUndoRegistration() {
        checkpoint()
        guard disablings > 0 else {
            return report("enableUndoRegistration() needs a disableUndoRegistration()")
        }
        disablings -= 1
    }

    /// Records an action of the application's own, to be called when the step is undone. What it
    /// registers in turn is what redoes it.
    ///
    /// - Parameter target: what the action is about; it is not kept alive, and without it the
    ///   action is left out.
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

    /// Names the present step, or the last one if nothing was changed since, for a menu.
    public func setActionName(_ name: String) {
        (openGroups.first ?? event ?? undoSteps.last)?.actionName = name
    }

    /// The name of the step that would be undone; empty if it has none.
    public var undoActionName: String {
        (openGroups.first ?? event ?? undoSteps.last)?.actionName ?? ""
    }

    /// The name of the step that would be redone; empty if it has none.
    public var redoActionName: String { redoSteps.last?.actionName ?? "" }

    // MARK: - Beneath

    /// Takes a group back, records that as what does it again, and lets the contexts tell of it.
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
        reverse?.settle()
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

    /// Lets the consequences of deletions happen in the group to which the deletions belong.
    private func checkpoint() {
        for client in contexts { client.context?.propagateDeletions() }
    }

    /// Hands a mistake of the caller to a context, which throws it at the next occasion.
    private func report(_ mistake: String) {
        contexts.lazy.compactMap(\.context).first?.remember(PersistenceError.misuse(mistake))
    }
}

/// A context that records its changes.
private struct UndoClient {
    weak var context: ManagedObjectContext?
}
