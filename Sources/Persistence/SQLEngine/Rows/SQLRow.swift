/// A row of what an engine answers, valid until the next one comes.
package protocol SQLRow {
    /// The whole number of a column; 0 for no value.
    func integer(_ column: Int32) -> Int64

    /// Gathers the values of a record. Returns the number of a value that the attribute's type cannot
    /// hold, or nil.
    // The engine goes through the steps itself: a record costs one call over this protocol, not one for
    // each value.
    func pack(_ plan: RowPlan, version: Int64, into packer: RowPacker) -> Int?
}
