/// A form in a drawing.
enum Shape {
    case ellipse(Point, radii: Point)
    case box(Point, half: Point, corner: Float = 0)
    case line(Point, Point, width: Float)
    case ring(Point, radii: Point, width: Float)
    case polygon([Point])
}

extension Shape {
    /// The distance of a point from the edge; negative inside.
    func distance(to point: Point) -> Float {
        switch self {
        case .ellipse(let centre, let radii):
            return Self.ellipse(point - centre, radii)
        case .box(let centre, let half, let corner):
            let offset = point - centre
            let beyond = Point(abs(offset.x) - half.x + corner, abs(offset.y) - half.y + corner)
            let outside = Point(max(beyond.x, 0), max(beyond.y, 0)).length
            return outside + min(max(beyond.x, beyond.y), 0) - corner
        case .line(let from, let to, let width):
            return Self.segment(point, from, to) - width / 2
        case .ring(let centre, let radii, let width):
            return abs(Self.ellipse(point - centre, radii)) - width / 2
        case .polygon(let corners):
            return Self.polygon(point, corners)
        }
    }

    /// The rectangle around the shape, as its upper left and lower right corners.
    var bounds: (Point, Point) {
        switch self {
        case .ellipse(let centre, let radii): return (centre - radii, centre + radii)
        case .box(let centre, let half, _): return (centre - half, centre + half)
        case .line(let from, let to, let width):
            let reach = Point(repeating: width / 2)
            return (pointwiseMin(from, to) - reach, pointwiseMax(from, to) + reach)
        case .ring(let centre, let radii, let width):
            let reach = radii + Point(repeating: width / 2)
            return (centre - reach, centre + reach)
        case .polygon(let corners):
            let first = corners.first ?? .zero
            return (corners.reduce(first, pointwiseMin), corners.reduce(first, pointwiseMax))
        }
    }

    /// The distance over which the edge fades in each direction: for a flat ellipse it is measured
    /// by the shorter radius.
    func reach(ofFade fade: Float) -> Point {
        guard case .ellipse(_, let radii) = self else { return Point(repeating: fade) }
        return radii * (fade / min(radii.x, radii.y))
    }

    private static func ellipse(_ offset: Point, _ radii: Point) -> Float {
        ((offset / radii).length - 1) * min(radii.x, radii.y)
    }

    private static func segment(_ point: Point, _ from: Point, _ to: Point) -> Float {
        let along = to - from
        let offset = point - from
        let share = min(max(offset.dot(along) / max(along.dot(along), 1e-9), 0), 1)
        return (offset - along * share).length
    }

    private static func polygon(_ point: Point, _ corners: [Point]) -> Float {
        guard var previous = corners.last else { return .infinity }
        var nearest = Float.infinity
        var isInside = false
        for corner in corners {
            nearest = min(nearest, segment(point, previous, corner))
            if (corner.y > point.y) != (previous.y > point.y) {
                let share = (point.y - corner.y) / (previous.y - corner.y)
                if point.x < corner.x + share * (previous.x - corner.x) { isInside.toggle() }
            }
            previous = corner
        }
        return isInside ? -nearest : nearest
    }
}
