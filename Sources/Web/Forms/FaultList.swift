import Domain
import Persistence

/// All that is wrong with a form: what cannot be read, and what breaks a rule of the records that it
/// would make. A field has its first fault alone.
struct FaultList: Sendable {
    private(set) var faults: [FormFault] = []

    init(_ faults: [FormFault] = []) {
        add(faults)
    }

    /// Adds the faults of fields that have none yet.
    mutating func add(_ more: [FormFault]) {
        for fault in more where !faults.contains(where: { $0.field == fault.field }) {
            faults.append(fault)
        }
    }

    /// Adds what the model says against the values of an object.
    ///
    /// - Parameter keys: the attributes, whose fields have the same names.
    /// - Throws: errors of the store.
    mutating func add(valuesOf object: ManagedObject, _ keys: [String]) throws {
        for key in keys {
            do {
                try object.validateValue(forKey: key)
            } catch PersistenceError.validation(let found) {
                add(found.map(FormFault.init))
            }
        }
    }

    /// Refuses the form if anything is wrong with it.
    ///
    /// - Throws: ``FormRefusal``.
    func check() throws(FormRefusal) {
        guard faults.isEmpty else { throw FormRefusal(faults: faults) }
    }
}
