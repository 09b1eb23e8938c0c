/// A condition over a record.
///
/// One tree with three ways in (a format string, the initialisers and operators here, Foundation's
/// `#Predicate`) and two ways out (SQL, and evaluation in memory) that give the same answer.
public indirect enum FetchPredicate: Sendable, Hashable {
    /// True or false whatever the record.
    case constant(Bool)
    /// A comparison of two expressions.
    case comparison(FetchComparison)
    /// All of them hold; true if there are none.
    case and([FetchPredicate])
    /// At least one of them holds; false if there are none.
    case or([FetchPredicate])
    /// The condition does not hold.
    case not(FetchPredicate)
}
