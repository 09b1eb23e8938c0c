extension ManagedObjectModel {
    /// Everything that is wrong with the model, errors and warnings, in the order of its entities.
    public func check() -> [ModelFault] {
        var check = ModelCheck(self)
        check.run()
        return check.faults
    }

    /// Makes sure that stores can be opened with the model.
    ///
    /// - Throws: all errors of the model in one; warnings alone are no reason.
    public func validate() throws(ModelError) {
        let errors = check().filter { $0.severity == .error }
        if !errors.isEmpty {
            throw ModelError(errors)
        }
    }
}
