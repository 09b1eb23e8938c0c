import Testing

@testable import Web

@Suite("Changes of a view")
struct LiveStateTests {
    @Test("Applying the events to any state leads to the new state")
    func eventsLeadThere() {
        var numbers = SeededNumbers(seed: 7)
        for _ in 0..<500 {
            let old = Self.random(&numbers)
            let new = Self.random(&numbers)

            let events = old.events(to: new)

            #expect(Self.follow(events, from: old.rows.map(\.id)) == new.rows.map(\.id))
            let changed = new.rows.filter { row in
                old.rows.contains { $0.id == row.id && $0 != row }
            }
            #expect(events.filter { $0.kind == .update }.map(\.id) == changed.map(\.id))
        }
    }

    @Test("One record that moves is one event")
    func oneMove() {
        let old = Self.state([1, 2, 3, 4, 5])

        let events = old.events(to: Self.state([5, 1, 2, 3, 4]))

        #expect(events.map(\.kind) == [.move])
        #expect(Self.text(events[0]) == #"{"id":5,"index":0}"#)
    }

    @Test("A changed record and changed totals are sent, and unchanged ones are not")
    func updatesAndTotals() {
        var old = Self.state([1, 2])
        old.totals = [("count", .int(2))]
        var new = old
        new.rows[1] = LiveState.Row(id: 2, version: 9)
        new.totals = [("count", .int(3))]

        let events = old.events(to: new)

        #expect(events.map(\.kind) == [.update, .totals])
        #expect(Self.text(events[0]) == #"{"id":2,"index":1}"#)
        #expect(Self.text(events[1]) == #"{"count":3}"#)
        #expect(old.events(to: old).isEmpty)
    }

    private static func state(_ ids: [Int64]) -> LiveState {
        LiveState(rows: ids.map { LiveState.Row(id: $0, version: 1) })
    }

    private static func random(_ numbers: inout SeededNumbers) -> LiveState {
        let ids = (1...12).filter { _ in Bool.random(using: &numbers) }.shuffled(using: &numbers)
        return LiveState(
            rows: ids.map {
                LiveState.Row(id: Int64($0), version: UInt64.random(in: 1...2, using: &numbers))
            })
    }

    /// The list after applying events one by one, as a window does.
    private static func follow(_ events: [LiveEvent], from ids: [Int64]) -> [Int64] {
        var ids = ids
        for event in events where event.kind != .update {
            if event.kind != .insert { ids.removeAll { $0 == event.id } }
            if event.kind != .delete { ids.insert(event.id, at: event.index) }
        }
        return ids
    }

    private static func text(_ event: LiveEvent) -> String { JSONValue.object(event.data).text }
}

extension LiveEvent {
    fileprivate var id: Int64 { Int64(number("id")) }
    fileprivate var index: Int { number("index") }

    private func number(_ name: String) -> Int {
        guard case .int(let number)? = data.first(where: { $0.name == name })?.value else {
            return -1
        }
        return number
    }
}

/// The same numbers in each run (Knuth's MMIX constants).
private struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 32) | (state << 32)
    }
}
