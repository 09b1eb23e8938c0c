import Foundation
import Persistence

/// What an import of the stock's journal knows besides the records of a part: some numbers of each step.
struct ImportedStock {
    /// The journal of a product: the steps of the store, and what the rows make of it.
    struct Journal {
        /// A step of the store.
        struct Step {
            let id: ManagedObjectID
            let date: Date
            let kind: String
            let change: Int64
            let level: Int64
            let line: ManagedObjectID?
            /// Whether a row is about it.
            var isTaken = false
        }

        /// The steps of the store, in the order of their time.
        private(set) var steps: [Step]
        /// How many there are behind the last step, those of rows among them.
        var level: Int64
        /// How many there were behind the last row that comes before all steps of the store.
        var earlyLevel: Int64 = 0
        /// When the last row was that made a step.
        var lastRow: Date?
        /// The lines whose steps rows have made, with the kinds of these.
        var lines: Set<String> = []

        init(_ steps: [Step], level: Int64) {
            self.steps = steps
            self.level = level
        }

        /// The count with which the journal begins; nil if it begins otherwise.
        var firstCount: Step? {
            steps.first.flatMap { $0.kind == StockEntry.Kind.counted.rawValue ? $0 : nil }
        }

        /// Takes the step of the store that a row is about; nil if there is none.
        mutating func take(
            on date: ImportDate, where isSame: (Step) -> Bool
        ) -> Step? {
            let found = steps.indices.first {
                !steps[$0].isTaken && date.isSame(as: steps[$0].date) && isSame(steps[$0])
            }
            guard let found else { return nil }
            steps[found].isTaken = true
            return steps[found]
        }

        /// Whether a line of a sale has a step of a kind already.
        func has(_ kind: StockEntry.Kind, of line: ManagedObjectID) -> Bool {
            lines.contains(Self.name(kind, line))
                || steps.contains { $0.line == line && $0.kind == kind.rawValue }
        }

        /// Takes note that a line of a sale has a step of a kind.
        mutating func note(_ kind: StockEntry.Kind, of line: ManagedObjectID) {
            lines.insert(Self.name(kind, line))
        }

        private static func name(_ kind: StockEntry.Kind, _ line: ManagedObjectID) -> String {
            "\(line.recordNumber ?? 0) \(kind.rawValue)"
        }
    }

    /// By the record numbers of the products.
    var journals: [Int64: Journal] = [:]
    /// The record numbers of the products that rows name, by what they say of them; 0 for none.
    var products: [[String]: Int64] = [:]
}
