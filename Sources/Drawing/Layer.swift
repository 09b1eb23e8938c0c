/// A shape with its paint: a gradient from the top to the bottom of the shape.
struct Layer {
    var shape: Shape
    var top: Colour
    var bottom: Colour
    var opacity: Float = 1
    /// The distance over which the edge fades, in addition to antialiasing.
    var softness: Float = 0

    init(
        _ shape: Shape, _ top: Colour, _ bottom: Colour? = nil, opacity: Float = 1,
        softness: Float = 0
    ) {
        self.shape = shape
        self.top = top
        self.bottom = bottom ?? top.darker(0.25)
        self.opacity = opacity
        self.softness = softness
    }

    /// A soft dark spot below an object.
    static func shadow(at centre: Point, radii: Point) -> Layer {
        Layer(
            .ellipse(centre, radii: radii), .black, .black, opacity: 0.42,
            softness: min(radii.x, radii.y) * 1.6)
    }
}
