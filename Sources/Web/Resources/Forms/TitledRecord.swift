/// A record that people know by more than one attribute.
protocol TitledRecord {
    /// What people know it by.
    var title: String { get }
}
