/// A point in a drawing: the middle is zero, x grows to the right and y downwards, and the shorter
/// side of the picture is 1 long.
typealias Point = SIMD2<Float>

extension SIMD2<Float> {
    var length: Float { (x * x + y * y).squareRoot() }

    func dot(_ other: Self) -> Float { x * other.x + y * other.y }
}
