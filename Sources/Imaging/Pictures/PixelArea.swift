/// A rectangle of pixels.
struct PixelArea: Hashable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int
}
