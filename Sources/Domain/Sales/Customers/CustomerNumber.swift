public import Persistence

/// A further number of a customer.
public final class CustomerNumber: ManagedObject {
    override public func willSave() {
        guard let customer, !isDeleted, !customer.isDeleted else { return }
        customer.takeFurtherDigits()
    }

    /// The customer notices the deletion only if the numbers are loaded.
    override public func prepareForDeletion() {
        _ = customer?.numbers.count
    }
}
