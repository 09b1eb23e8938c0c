extension DrawnPicture.Subject {
    /// The lower end of the sky.
    private static let horizon: Float = 0.08
    /// A width beyond that of any picture.
    private static let reach: Float = 2

    static func mountains(_ palette: Palette, _ random: inout SeededGenerator) -> [Layer] {
        let haze = Colour(hue: 0.58, saturation: 0.25, lightness: 0.68)
        let wood = Colour(hue: 0.33, saturation: 0.35, lightness: 0.24)
        var layers = sky(palette, &random)
        for ridge in 0..<4 {
            let share = Float(ridge) / 3
            let colour = haze.mixed(with: wood, share)
            let base = horizon + 0.16 * share
            layers.append(
                Layer(
                    range(
                        base: base, height: 0.3 - 0.17 * share, peaks: 5 + 2 * ridge, &random),
                    colour.lighter(0.12), colour))
        }
        layers.append(
            Layer(
                .box(Point(0, 0.62), half: Point(reach, 0.28)), wood.lighter(0.28),
                wood.darker(0.1), softness: 0.05))
        return layers
    }

    static func seaside(_ palette: Palette, _ random: inout SeededGenerator) -> [Layer] {
        let water = Colour(hue: 0.54, saturation: 0.45, lightness: 0.46)
        let sand = Colour(0.93, 0.84, 0.66)
        var layers = sky(palette, &random)
        layers.append(
            Layer(
                range(base: horizon, height: 0.1, peaks: 4, &random),
                Colour(hue: 0.56, saturation: 0.2, lightness: 0.6)))
        layers.append(
            Layer(
                .box(Point(0, horizon + 0.3), half: Point(reach, 0.3)), water.lighter(0.25), water))
        for _ in 0..<14 {
            let y = Float.random(in: horizon + 0.02..<0.3, using: &random)
            let x = Float.random(in: -0.8..<0.8, using: &random)
            let half = 0.02 + 0.3 * (y - horizon)
            layers.append(
                Layer(
                    .line(Point(x - half, y), Point(x + half, y), width: 0.005), .white, .white,
                    opacity: 0.35))
        }
        layers += boat(palette, at: Float.random(in: -0.35..<0.35, using: &random))
        let tilt = Float.random(in: -0.06..<0.06, using: &random)
        layers.append(
            Layer(
                .polygon([
                    Point(-reach, 0.36 + tilt), Point(reach, 0.36 - tilt), Point(reach, 1.2),
                    Point(-reach, 1.2),
                ]), sand.lighter(0.2), sand.darker(0.15), softness: 0.03))
        return layers
    }

    static func town(_ palette: Palette, _ random: inout SeededGenerator) -> [Layer] {
        var layers = sky(palette, &random)
        for row in 0..<3 {
            let ground = 0.16 + 0.13 * Float(row)
            var x: Float = -0.95
            while x < 0.95 {
                let half = Float.random(in: 0.045..<0.085, using: &random)
                let height = Float.random(in: 0.12..<0.3, using: &random)
                layers += house(
                    Point(x + half, ground), half, height, isNear: row == 2, palette, &random)
                x += 2 * half
            }
        }
        layers.append(
            Layer(
                .box(Point(0, 0.78), half: Point(reach, 0.36)),
                Colour(0.72, 0.68, 0.62), Colour(0.5, 0.47, 0.43)))
        return layers
    }

    // MARK: - Parts

    private static func sky(_ palette: Palette, _ random: inout SeededGenerator) -> [Layer] {
        let day = Colour(hue: 0.58, saturation: 0.5, lightness: 0.6)
        let evening = Colour(1, 0.74, 0.52)
        let lateness = Float.random(in: 0..<0.9, using: &random)
        let sun = Point(
            Float.random(in: -0.5..<0.5, using: &random), -0.36 + 0.34 * lateness)
        return [
            Layer(
                .box(Point(0, -0.45), half: Point(reach, 0.6)),
                day.mixed(with: palette.main, 0.12), evening.mixed(with: .white, 1 - lateness)),
            Layer(
                .ellipse(sun, radii: Point(0.06, 0.06)), .white,
                Colour(1, 0.95, 0.8), opacity: 0.95, softness: 0.05),
        ]
    }

    /// A line of mountains or hills, with everything below it.
    private static func range(
        base: Float, height: Float, peaks: Int, _ random: inout SeededGenerator
    ) -> Shape {
        let step = 2 * reach / Float(2 * peaks)
        var corners = [Point(-reach, 1.2)]
        for index in 0...2 * peaks {
            let rise =
                index.isMultiple(of: 2)
                ? Float.random(in: 0.1..<0.45, using: &random)
                : Float.random(in: 0.6..<1, using: &random)
            let shift = Float.random(in: -0.3..<0.3, using: &random)
            corners.append(
                Point(-reach + (Float(index) + shift) * step, base - height * rise))
        }
        return .polygon(corners + [Point(reach, 1.2)])
    }

    private static func boat(_ palette: Palette, at x: Float) -> [Layer] {
        let y = horizon + 0.1
        return [
            Layer(
                .polygon([
                    Point(x - 0.09, y), Point(x + 0.09, y), Point(x + 0.06, y + 0.035),
                    Point(x - 0.06, y + 0.035),
                ]), palette.wood),
            Layer(
                .polygon([Point(x, y - 0.2), Point(x + 0.085, y - 0.015), Point(x, y - 0.015)]),
                .white, Colour(0.9, 0.9, 0.88)),
            Layer(
                .polygon([
                    Point(x - 0.01, y - 0.16), Point(x - 0.06, y - 0.015),
                    Point(x - 0.01, y - 0.015),
                ]), palette.accent),
        ]
    }

    private static func house(
        _ foot: Point, _ half: Float, _ height: Float, isNear: Bool, _ palette: Palette,
        _ random: inout SeededGenerator
    ) -> [Layer] {
        let wall = Colour(
            hue: Float.random(in: 0.03..<0.14, using: &random), saturation: 0.45,
            lightness: Float.random(in: 0.62..<0.86, using: &random)
        ).mixed(with: palette.main, 0.12)
        let eaves = foot.y - height
        var layers = [
            Layer(.box(Point(foot.x, foot.y - height / 2), half: Point(half, height / 2)), wall),
            Layer(
                .polygon([
                    Point(foot.x - half - 0.008, eaves), Point(foot.x, eaves - half * 0.8),
                    Point(foot.x + half + 0.008, eaves),
                ]), Colour(0.72, 0.36, 0.26), Colour(0.55, 0.26, 0.2)),
        ]
        let floors = max(1, Int(height / 0.07))
        for floor in 0..<floors {
            for side: Float in [-0.45, 0.45] {
                let isLit = isNear && Float.random(in: 0..<1, using: &random) < 0.3
                layers.append(
                    Layer(
                        .box(
                            Point(foot.x + side * half, eaves + 0.035 + 0.07 * Float(floor)),
                            half: Point(half * 0.16, 0.016)),
                        isLit ? palette.gold.lighter(0.4) : palette.dark.lighter(0.25)))
            }
        }
        return layers
    }
}
