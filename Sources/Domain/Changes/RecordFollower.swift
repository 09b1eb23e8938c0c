public import Persistence

/// Keeps something that can be amended by the records that changed as they are now, without what they were before:
/// what another server has saved is taken over as what this one saves.
///
/// Taking something over twice, or something newer first, must do no harm.
public protocol RecordFollower: ChangeFollower {
    /// The entities whose records it is made of, each with the relationships whose destinations it looks at.
    var followed: [EntityName: Set<String>] { get }

    /// Looks at the records that change.
    ///
    /// - Returns: what makes the amendment of the records once they are saved, and have their numbers: an amendment
    ///   has no objects, but what was made of them.
    func follow(_ records: ChangedRecords) -> () -> SavedChanges.Amendment
}

extension SavedChanges {
    /// Amends what is kept by what was saved.
    public typealias Amendment = @Sendable (SavedChanges) -> Void
}

extension RecordFollower {
    public func follow(_ context: ManagedObjectContext) -> (SavedChanges) -> Void {
        ending(of: ChangedRecords(context))
    }

    /// What is done once the records are saved.
    func ending(of records: ChangedRecords) -> (SavedChanges) -> Void {
        let amendment = follow(records)
        return { saved in amendment()(saved) }
    }
}
