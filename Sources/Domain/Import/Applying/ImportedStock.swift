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
            let change: Decimal
            let level: Decimal
            let line: ManagedObjectID?
            /// Whether a row is about it.
            var isTaken = false
        }

        /// The steps of the store, in the order of their time.
        private(set) var steps: [Step]
        /// How many there are behind the last step, those of rows among them.
        var level: Decimal
        /// How many there were behind the last row that comes before all steps of the store.
        var earlyLevel: Decimal = 0
        /// When the last row was that made a step.
        var lastRow: Date?
        /// The lines of sales that have steps, those of rows among them, with the kinds of these.
        private var lines: Set<String> = []

        init(_ steps: [Step], level: Decimal) {
            self.steps = steps
            self.level = level
            for step in steps {
                guard let line = step.line else { continue }
                lines.insert(Self.name(step.kind, line))
            }
        }

        /// The count with which the journal begins; nil if it begins otherwise.
        var firstCount: Step? {
            steps.first.flatMap { $0.kind == StockEntry.Kind.counted.rawValue ? $0 : nil }
        }

        /// Takes the step of the store that a row is about; nil if there is none.
        mutating func take(
            on date: ImportDate, where isSame: (Step) -> Bool
        ) -> Step? {
            var index = firstStep(notBefore: date.date - Self.tolerance)
            while index < steps.count, date.isSame(as: steps[index].date) {
                if !steps[index].isTaken, isSame(steps[index]) {
                    steps[index].isTaken = true
                    return steps[index]
                }
                index += 1
            }
            return nil
        }

        /// Whether a moment is behind all steps of the store.
        func isBehindAll(_ date: Date) -> Bool {
            steps.last.map { date >= $0.date - Self.tolerance } ?? true
        }

        /// What a table leaves out of a moment.
        private static let tolerance = 0.000_999

        private func firstStep(notBefore date: Date) -> Int {
            var (low, high) = (0, steps.count)
            while low < high {
                let middle = (low + high) / 2
                if steps[middle].date < date { low = middle + 1 } else { high = middle }
            }
            return low
        }

        /// Whether a line of a sale has a step of a kind already.
        func has(_ kind: StockEntry.Kind, of line: ManagedObjectID) -> Bool {
            lines.contains(Self.name(kind.rawValue, line))
        }

        /// Takes note that a line of a sale has a step of a kind.
        mutating func note(_ kind: StockEntry.Kind, of line: ManagedObjectID) {
            lines.insert(Self.name(kind.rawValue, line))
        }

        private static func name(_ kind: String, _ line: ManagedObjectID) -> String {
            "\(line.recordNumber ?? 0) \(kind)"
        }
    }

    /// By the record numbers of the products.
    var journals: [Int64: Journal] = [:]
    /// The record numbers of the products that rows name, by what they say of them; 0 for none.
    var products: [[String]: Int64] = [:]
}
