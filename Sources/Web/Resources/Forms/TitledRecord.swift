/// A record whose title consists of more than one attribute.
protocol TitledRecord {
    var title: String { get }
}
