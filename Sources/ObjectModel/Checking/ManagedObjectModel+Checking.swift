extension ManagedObjectModel {
    /// The errors and warnings about the model, in the order of its entities.
    ///
    /// ```swift
    /// for fault in model.check() where fault.severity == .warning { print(fault) }
    /// ```
    public func check() -> [ModelFault] {
        var check = ModelCheck(self)
        check.run()
        return check.faults
    }

    /// Checks that stores can be opened with the model. A container does it too.
    ///
    /// - Throws: all errors of the model together. Warnings are no error.
    public func validate() throws(ModelError) {
        let errors = check().filter { $0.severity == .error }
        if !errors.isEmpty {
            throw ModelError(errors)
        }
    }
}
