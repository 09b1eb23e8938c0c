public import Persistence

/// What was paid, by day and kind, kept in memory: a month's payments are added up without reading one.
public final class PaymentFigures: Sendable {
    private let memory: FollowedValue<PaymentSums>

    init(_ changes: ChangeFeed) {
        memory = FollowedValue(changes)
    }

    /// What was paid in the days of a period, by kind.
    ///
    /// - Throws: errors of the store.
    public func payments(
        of period: SalesPeriod, in context: ManagedObjectContext
    ) throws -> DayPayments {
        let sums = try memory.value(for: context) { try PaymentSums(in: $0) }
        return try DayPayments(sums.sums(of: period), in: context)
    }
}

extension PaymentFigures: ChangeFollower {
    public func follow(_ context: ManagedObjectContext) -> (SavedChanges) -> Void {
        let changes = PaymentChanges(context)
        return { [memory] saved in
            let (removed, added) = (changes.removed, changes.added.map(CountedPayment.init))
            memory.amend(saved) { sums in
                for payment in removed {
                    // Whoever asks next reads it anew.
                    guard sums.take(payment, isAdded: false) else { return false }
                }
                for payment in added {
                    guard sums.take(payment, isAdded: true) else { return false }
                }
                return true
            }
        }
    }

    public func follow(others saved: SavedChanges) {
        memory.follow(others: saved, madeOf: [.payment])
    }
}

/// The payments that a save is about to add, change or delete.
private struct PaymentChanges {
    /// What the store has of those that change.
    private(set) var removed: [CountedPayment] = []
    /// New payments, and their kinds, have their numbers when they are saved.
    private(set) var added: [Payment] = []

    init(_ context: ManagedObjectContext) {
        for case let payment as Payment in context.insertedObjects { added.append(payment) }
        for case let payment as Payment in context.updatedObjects {
            removed.append(CountedPayment(stored: payment.committedValues()))
            added.append(payment)
        }
        for case let payment as Payment in context.deletedObjects {
            removed.append(CountedPayment(stored: payment.committedValues()))
        }
    }
}

/// What a payment adds to the sums.
private enum CountedPayment: Sendable {
    case entry(PaymentSums.Entry)
    /// Nothing: it is void.
    case nothing
    /// It cannot be said.
    case unknown

    /// What a payment adds by the values that the store has of it.
    init(stored values: [String: AttributeValue]) {
        guard let voidedAt = values["voidedAt"], case .date(let date)? = values["date"],
            let kind = values["kind"]?.recordNumber, let cents = values["amountCents"]?.wholeNumber
        else {
            self = .unknown
            return
        }
        self =
            voidedAt == .null
            ? .entry(.init(day: CalendarDay(date), kind: kind, cents: cents)) : .nothing
    }

    /// What a payment adds that is saved.
    init(_ payment: Payment) {
        guard let day = payment.day, let kind = payment.kind?.objectID.recordNumber else {
            self = .unknown
            return
        }
        self =
            payment.isVoid
            ? .nothing : .entry(.init(day: day, kind: kind, cents: payment.amountCents))
    }
}

extension PaymentSums {
    /// Adds a payment to the sums, or takes it from them. Returns whether it can be said what it adds.
    fileprivate mutating func take(_ payment: CountedPayment, isAdded: Bool) -> Bool {
        switch payment {
        case .entry(let entry):
            if isAdded { add(entry) } else { remove(entry) }
        case .nothing: break
        case .unknown: return false
        }
        return true
    }
}
