/// Which places a list is of.
enum PlaceView: Sendable {
    /// All of them.
    case all
    /// Those with favourite photos; those from which a photo was ever viewed if the address asks for
    /// all.
    case favorites
}
