import Domain
import HTTPTypes
import NIOCore
import Persistence
import Synchronization

/// Sends changes to open windows.
///
/// Windows with the same address share a view. A save marks the views that it may have changed; one
/// task reads all of these from one snapshot, and sends the differences to each window. Saves
/// meanwhile are combined, so that the work does not grow with their number.
final class LiveFeed: Sendable {
    private struct View {
        let view: LiveView
        var state: LiveState
        /// The number of the last message.
        var number: Int
        var isStale = true
        var windows: [Int: LiveWindow] = [:]

        /// Whether it may depend on one of some entities.
        func depends(on entities: Set<EntityName>?) -> Bool {
            guard let entities, let own = view.entities else { return true }
            return !own.isDisjoint(with: entities)
        }
    }

    /// A message for a window. It is sent without the lock: a window that falls behind ends at
    /// once, and takes the lock to leave its view.
    private struct Message {
        let window: LiveWindow
        let events: [LiveEvent]
        let id: String

        func send() { window.send(events, id: id) }
    }

    private struct State {
        var views: [String: View] = [:]
        var lastWindow = 0
        /// The number of the last message, unique over all views.
        var lastNumber = 0
        var windowCount = 0
        var isClosed = false
    }

    /// The maximum number of open windows; further ones are asked to come back later.
    static let maximumWindows = 500
    /// The maximum number of views read from one snapshot.
    private static let maximumReadAtOnce = 16

    private let state = Mutex(State())
    private let container: PersistentContainer
    private let longestRead: Duration
    /// Identifies this run of the server.
    private let run = UInt32.random(in: 0...UInt32.max)
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    /// - Parameter limits: the time limit for reading views.
    init(_ household: Household, limits: ServerLimits = ServerLimits()) {
        container = household.container
        longestRead = .seconds(limits.queryTimeoutSeconds)
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        household.changes.observe { [weak self] in self?.note($0.isPartial ? nil : $0.entities) }
    }

    // MARK: - Windows

    /// Opens a window on a view.
    ///
    /// - Parameters:
    ///   - lastEventID: the last event that a reconnecting browser has received.
    ///   - isEditing: whether the window has the record's form open.
    /// - Throws: a 503 if too many windows are open, and errors of reading the view.
    func open(
        _ view: LiveView, lastEventID: String?, isEditing: Bool
    ) async throws -> LiveWindow {
        try checkRoom()
        let first = try await container.read(timeLimit: longestRead, view.read)
        let (window, messages) = try state.withLock { state in
            guard !state.isClosed, state.windowCount < Self.maximumWindows else {
                throw SiteError.busy(retryAfterSeconds: 5)
            }
            state.lastWindow += 1
            state.windowCount += 1
            let number = state.lastWindow
            let window = LiveWindow(number: number, isEditing: isEditing) { [weak self] in
                self?.close(number, of: view.key)
            }
            state.lastNumber += 1
            var entry =
                state.views[view.key]
                ?? View(view: view, state: first, number: state.lastNumber)
            entry.windows[window.number] = window
            state.views[view.key] = entry
            let id = eventID(entry.number)
            let hasMissed = lastEventID.map { $0 != id } ?? false
            let reload = Message(window: window, events: [LiveEvent(.reload)], id: id)
            return (window, (hasMissed ? [reload] : []) + newsOfEditors(state, view.key))
        }
        messages.forEach { $0.send() }
        signal.yield()
        return window
    }

    private func checkRoom() throws {
        let isFull = state.withLock { $0.isClosed || $0.windowCount >= Self.maximumWindows }
        if isFull { throw SiteError.busy(retryAfterSeconds: 5) }
    }

    private func close(_ number: Int, of key: String) {
        let messages: [Message] = state.withLock { state in
            guard state.views[key]?.windows.removeValue(forKey: number) != nil else {
                return []
            }
            state.windowCount -= 1
            if state.views[key]?.windows.isEmpty == true { state.views[key] = nil }
            return newsOfEditors(state, key)
        }
        messages.forEach { $0.send() }
    }

    /// The messages that tell each window of a view how many others have the form open, if that has
    /// changed.
    private func newsOfEditors(_ state: State, _ key: String) -> [Message] {
        guard let view = state.views[key] else { return [] }
        let count = view.windows.values.count(where: \.isEditing)
        return view.windows.values.compactMap { window in
            let others = count - (window.isEditing ? 1 : 0)
            guard window.notesEditors(others) else { return nil }
            let event = LiveEvent(.editing, [("windows", .int(others))])
            return Message(window: window, events: [event], id: eventID(view.number))
        }
    }

    // MARK: - Changes

    /// Records that records of some entities were saved; nil for unknown changes.
    private func note(_ entities: Set<EntityName>?) {
        let isAny = state.withLock { state in
            var isAny = false
            for key in state.views.keys {
                guard let view = state.views[key],
                    view.depends(on: entities)
                else { continue }
                state.views[key]?.isStale = true
                isAny = true
            }
            return isAny
        }
        if isAny { signal.yield() }
    }

    /// Reads changed views and sends the differences, until the feed is closed.
    func follow() async {
        for await _ in signals {
            let start = ContinuousClock.now
            await refresh()
            // At most half of the time is spent here, however much is saved.
            let pause = max(.milliseconds(20), ContinuousClock.now - start)
            try? await Task.sleep(for: pause)
        }
    }

    private func refresh() async {
        let stale = state.withLock { state in
            let views = state.views.values.filter(\.isStale).map(\.view)
            for view in views { state.views[view.key]?.isStale = false }
            return views
        }
        // Limits how long other readers wait for this snapshot.
        for start in stride(from: 0, to: stale.count, by: Self.maximumReadAtOnce) {
            await refresh(stale[start..<min(start + Self.maximumReadAtOnce, stale.count)])
        }
    }

    private func refresh(_ stale: ArraySlice<LiveView>) async {
        let states = try? await container.read(timeLimit: longestRead) { context in
            stale.map { view in (view.key, Self.state(of: view, in: context)) }
        }
        let news: [Message] = state.withLock { state in
            guard let states else {
                // Reading took too long: each window loads the view itself.
                return stale.flatMap { messages([LiveEvent(.reload)], to: $0.key, &state) }
            }
            return states.flatMap { key, new in
                guard let new else { return messages([LiveEvent(.reload)], to: key, &state) }
                guard let old = state.views[key]?.state else { return [Message]() }
                state.views[key]?.state = new
                return messages(old.events(to: new), to: key, &state)
            }
        }
        news.forEach { $0.send() }
    }

    /// The rows of a view, empty if its record is gone; nil if the store could not be read.
    private static func state(
        of view: LiveView, in context: ManagedObjectContext
    ) -> LiveState? {
        do {
            return try view.read(context)
        } catch let error as SiteError where error.status.kind != .serverError {
            return LiveState(rows: [])
        } catch PersistenceError.objectNotFound {
            return LiveState(rows: [])
        } catch {
            return nil
        }
    }

    private func messages(
        _ events: [LiveEvent], to key: String, _ state: inout State
    ) -> [Message] {
        guard !events.isEmpty, var view = state.views[key] else { return [] }
        state.lastNumber += 1
        view.number = state.lastNumber
        state.views[key] = view
        return view.windows.values.map {
            Message(window: $0, events: events, id: eventID(view.number))
        }
    }

    private func eventID(_ number: Int) -> String { "\(run)-\(number)" }

    // MARK: - Its end

    /// Sends a comment to all windows, which keeps connections alive and detects lost ones.
    func sendSigns() {
        let windows = state.withLock { $0.views.values.flatMap(\.windows.values) }
        windows.forEach { $0.sendSign() }
    }

    /// Ends all windows; browsers open them again, if they may.
    func endWindows() {
        let windows = state.withLock { $0.views.values.flatMap(\.windows.values) }
        windows.forEach { $0.end() }
    }

    /// Ends all windows, and refuses new ones.
    func close() {
        let windows = state.withLock { state in
            state.isClosed = true
            return state.views.values.flatMap(\.windows.values)
        }
        windows.forEach { $0.end() }
        signal.finish()
    }
}

/// Closes a window when its response is released: after it was written, when the connection is
/// lost, or if it never starts, as for HEAD.
final class LiveConnection: Sendable {
    let window: LiveWindow

    init(_ window: LiveWindow) {
        self.window = window
    }

    deinit { window.end() }
}

/// A view of a list or a record in open windows.
struct LiveView: Sendable {
    /// The identity of the view: its address.
    let key: String
    /// The entities that it depends on; nil for all.
    var entities: Set<EntityName>?
    /// Reads its state.
    let read: @Sendable (ManagedObjectContext) throws -> LiveState
}
