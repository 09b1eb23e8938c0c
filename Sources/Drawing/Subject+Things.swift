extension DrawnPicture.Subject {
    static func television(_ palette: Palette) -> [Layer] {
        let sky = palette.accent.lighter(0.45)
        return [
            Layer.shadow(at: Point(0, 0.32), radii: Point(0.34, 0.03)),
            Layer(.box(Point(0, 0.27), half: Point(0.03, 0.05)), palette.dark.lighter(0.2)),
            Layer(.ellipse(Point(0, 0.31), radii: Point(0.16, 0.016)), palette.dark.lighter(0.2)),
            Layer(.box(Point(0, -0.02), half: Point(0.45, 0.27), corner: 0.012), palette.dark),
            Layer(.box(Point(0, -0.02), half: Point(0.435, 0.25)), palette.main, sky),
            Layer(.ellipse(Point(0.2, -0.1), radii: Point(0.06, 0.06)), palette.gold.lighter(0.4)),
            Layer(
                .polygon([Point(-0.435, 0.23), Point(-0.15, -0.02), Point(0.12, 0.23)]),
                palette.main.darker(0.35)),
            Layer(
                .polygon([Point(-0.1, 0.23), Point(0.2, 0.05), Point(0.435, 0.23)]),
                palette.main.darker(0.5)),
        ]
    }

    static func laptop(_ palette: Palette) -> [Layer] {
        let screen = palette.main.lighter(0.1)
        var layers = [
            Layer.shadow(at: Point(0, 0.27), radii: Point(0.42, 0.03)),
            Layer(.box(Point(0, -0.08), half: Point(0.33, 0.23), corner: 0.02), palette.dark),
            Layer(.box(Point(0, -0.08), half: Point(0.31, 0.205)), screen, palette.accent),
            Layer(
                .polygon([
                    Point(-0.33, 0.15), Point(0.33, 0.15), Point(0.43, 0.25), Point(-0.43, 0.25),
                ]), palette.metal, palette.metal.lighter(0.3)),
            Layer(
                .box(Point(0, 0.258), half: Point(0.43, 0.01), corner: 0.006),
                palette.metal.darker(0.2)),
        ]
        for row in 0..<3 {
            let y = 0.165 + 0.02 * Float(row)
            layers.append(
                Layer(
                    .line(
                        Point(-0.29 - 0.02 * Float(row), y), Point(0.29 + 0.02 * Float(row), y),
                        width: 0.013), palette.dark.lighter(0.15)))
        }
        for line in 0..<4 {
            let y = -0.2 + 0.06 * Float(line)
            layers.append(
                Layer(
                    .line(
                        Point(-0.25, y), Point(-0.05 + 0.06 * Float((line * 3) % 5), y),
                        width: 0.016), .white, .white, opacity: 0.6))
        }
        return layers
    }

    static func camera(_ palette: Palette) -> [Layer] {
        let body = palette.dark
        let lens = Point(0.04, 0.06)
        return [
            Layer.shadow(at: Point(0, 0.3), radii: Point(0.36, 0.03)),
            Layer(.box(Point(0.02, -0.19), half: Point(0.11, 0.06), corner: 0.02), palette.metal),
            Layer(.box(Point(-0.25, -0.16), half: Point(0.045, 0.025)), palette.metal),
            Layer(.box(Point(0, 0.07), half: Point(0.38, 0.22), corner: 0.04), palette.metal),
            Layer(.box(Point(0, 0.1), half: Point(0.38, 0.15)), palette.main.darker(0.3), body),
            Layer(.ellipse(lens, radii: Point(0.185, 0.185)), palette.metal, body),
            Layer(.ellipse(lens, radii: Point(0.155, 0.155)), body, body.lighter(0.2)),
            Layer(.ellipse(lens, radii: Point(0.11, 0.11)), palette.main.darker(0.5), body),
            Layer(
                .ellipse(lens - Point(0.04, 0.045), radii: Point(0.035, 0.03)), .white, .white,
                opacity: 0.6, softness: 0.02),
            Layer(.ellipse(Point(0.29, -0.1), radii: Point(0.022, 0.022)), palette.accent),
        ]
    }

    static func clock(_ palette: Palette) -> [Layer] {
        let face = Colour(0.97, 0.96, 0.92)
        var layers = [
            Layer.shadow(at: Point(0.03, 0.03), radii: Point(0.36, 0.36)),
            Layer(.ellipse(.zero, radii: Point(0.36, 0.36)), palette.main),
            Layer(.ellipse(.zero, radii: Point(0.32, 0.32)), face, face.darker(0.08)),
        ]
        // Twelve directions of equal length, as constants so that they are the same on every
        // machine.
        let hours: [(Float, Float)] = [
            (0, -1), (0.5, -0.866), (0.866, -0.5), (1, 0), (0.866, 0.5), (0.5, 0.866), (0, 1),
            (-0.5, 0.866), (-0.866, 0.5), (-1, 0), (-0.866, -0.5), (-0.5, -0.866),
        ]
        for (number, hour) in hours.enumerated() {
            let direction = Point(hour.0, hour.1)
            let start: Float = number.isMultiple(of: 3) ? 0.24 : 0.27
            layers.append(
                Layer(.line(direction * start, direction * 0.295, width: 0.014), palette.dark))
        }
        layers.append(
            Layer(.line(.zero, Point(-0.12, -0.09), width: 0.022), palette.dark))
        layers.append(Layer(.line(.zero, Point(0.13, -0.2), width: 0.016), palette.dark))
        layers.append(Layer(.ellipse(.zero, radii: Point(0.022, 0.022)), palette.accent))
        return layers
    }

    static func ring(_ palette: Palette) -> [Layer] {
        let stone = palette.main.lighter(0.4)
        return [
            Layer.shadow(at: Point(0, 0.33), radii: Point(0.22, 0.03)),
            Layer(
                .ring(Point(0, 0.1), radii: Point(0.21, 0.22), width: 0.05),
                palette.gold.lighter(0.35), palette.gold.darker(0.25)),
            Layer(
                .ring(Point(-0.008, 0.095), radii: Point(0.205, 0.215), width: 0.01), .white,
                palette.gold, opacity: 0.7),
            Layer(
                .polygon([
                    Point(-0.06, -0.1), Point(0.06, -0.1), Point(0.04, -0.16), Point(-0.04, -0.16),
                ]), palette.gold),
            Layer(
                .polygon([
                    Point(-0.13, -0.24), Point(-0.07, -0.31), Point(0.07, -0.31),
                    Point(0.13, -0.24), Point(0, -0.1),
                ]), stone.lighter(0.5), stone),
            Layer(
                .polygon([Point(-0.06, -0.24), Point(0.06, -0.24), Point(0, -0.1)]),
                .white, stone.lighter(0.2), opacity: 0.75),
            Layer(
                .polygon([Point(-0.13, -0.24), Point(-0.07, -0.31), Point(-0.06, -0.24)]),
                stone.darker(0.12)),
            Layer(
                .polygon([Point(0.06, -0.24), Point(0.07, -0.31), Point(0.13, -0.24)]),
                stone.darker(0.2)),
        ]
    }

    static func guitar(_ palette: Palette) -> [Layer] {
        let body = palette.wood.mixed(with: palette.main, 0.45)
        var layers = [
            Layer.shadow(at: Point(0, 0.4), radii: Point(0.2, 0.025)),
            Layer(.ellipse(Point(0, 0.24), radii: Point(0.19, 0.16)), body.lighter(0.2)),
            Layer(.ellipse(Point(0, 0.08), radii: Point(0.14, 0.12)), body.lighter(0.25)),
            Layer(.ellipse(Point(0, 0.13), radii: Point(0.055, 0.055)), palette.dark),
            Layer(.ring(Point(0, 0.13), radii: Point(0.06, 0.06), width: 0.008), palette.gold),
            Layer(.box(Point(0, -0.15), half: Point(0.025, 0.24)), palette.wood.darker(0.4)),
            Layer(
                .box(Point(0, -0.41), half: Point(0.036, 0.045), corner: 0.01),
                palette.wood.darker(0.2)),
            Layer(.box(Point(0, 0.28), half: Point(0.06, 0.012)), palette.dark),
        ]
        for string in 0..<4 {
            let x = -0.015 + 0.01 * Float(string)
            layers.append(
                Layer(
                    .line(Point(x, -0.43), Point(x, 0.28), width: 0.003), palette.metal,
                    palette.metal))
        }
        for fret in 0..<7 {
            let y = -0.36 + 0.055 * Float(fret)
            layers.append(
                Layer(.line(Point(-0.025, y), Point(0.025, y), width: 0.004), palette.metal))
        }
        return layers
    }
}
