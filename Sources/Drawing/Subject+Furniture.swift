extension DrawnPicture.Subject {
    /// The parts of the subject, from the back to the front.
    func layers(_ palette: Palette, _ random: inout SeededGenerator) -> [Layer] {
        switch self {
        case .sofa: Self.seat(palette, halfWidth: 0.42, cushions: 3)
        case .armchair: Self.seat(palette, halfWidth: 0.24, cushions: 1)
        case .table: Self.table(palette)
        case .bookcase: Self.bookcase(palette)
        case .lamp: Self.lamp(palette)
        case .vase: Self.vase(palette)
        case .television: Self.television(palette)
        case .laptop: Self.laptop(palette)
        case .camera: Self.camera(palette)
        case .clock: Self.clock(palette)
        case .ring: Self.ring(palette)
        case .guitar: Self.guitar(palette)
        case .mountains: Self.mountains(palette, &random)
        case .seaside: Self.seaside(palette, &random)
        case .town: Self.town(palette, &random)
        }
    }

    private static func seat(_ palette: Palette, halfWidth: Float, cushions: Int) -> [Layer] {
        let main = palette.main
        var layers = [Layer.shadow(at: Point(0, 0.31), radii: Point(halfWidth, 0.035))]
        for side: Float in [-1, 1] {
            layers.append(
                Layer(
                    .line(
                        Point(side * (halfWidth - 0.06), 0.24),
                        Point(side * (halfWidth - 0.04), 0.31), width: 0.022), palette.wood))
        }
        layers.append(
            Layer(.box(Point(0, 0), half: Point(halfWidth - 0.05, 0.19), corner: 0.05), main))
        layers.append(
            Layer(
                .box(Point(0, 0.19), half: Point(halfWidth - 0.03, 0.08), corner: 0.02),
                main.darker(0.2)))
        let span = (2 * halfWidth - 0.18) / Float(cushions)
        for number in 0..<cushions {
            let middle = -halfWidth + 0.09 + span * (Float(number) + 0.5)
            layers.append(
                Layer(
                    .box(Point(middle, 0), half: Point(span / 2 - 0.006, 0.11), corner: 0.04),
                    main.lighter(0.12)))
            layers.append(
                Layer(
                    .box(Point(middle, 0.125), half: Point(span / 2 - 0.004, 0.045), corner: 0.03),
                    main.lighter(0.2), main))
        }
        for side: Float in [-1, 1] {
            layers.append(
                Layer(
                    .box(
                        Point(side * (halfWidth - 0.045), 0.12), half: Point(0.055, 0.14),
                        corner: 0.045), main.lighter(0.08)))
        }
        layers.append(
            Layer(
                .box(Point(halfWidth - 0.17, 0.035), half: Point(0.06, 0.06), corner: 0.02),
                palette.accent))
        return layers
    }

    private static func table(_ palette: Palette) -> [Layer] {
        let wood = palette.wood
        var layers = [Layer.shadow(at: Point(0, 0.33), radii: Point(0.4, 0.03))]
        for (foot, top) in [(-0.34, -0.3), (0.34, 0.3), (-0.24, -0.22), (0.24, 0.22)] {
            layers.append(
                Layer(
                    .line(Point(Float(top), -0.02), Point(Float(foot), 0.32), width: 0.03),
                    wood.darker(0.15)))
        }
        layers.append(
            Layer(.box(Point(0, -0.03), half: Point(0.4, 0.025), corner: 0.01), wood.lighter(0.2)))
        layers.append(
            Layer(.ellipse(Point(-0.12, -0.075), radii: Point(0.1, 0.035)), palette.accent))
        layers.append(
            Layer(.ellipse(Point(-0.12, -0.09), radii: Point(0.09, 0.018)), palette.main))
        return layers
    }

    private static func bookcase(_ palette: Palette) -> [Layer] {
        var layers = [
            Layer.shadow(at: Point(0, 0.4), radii: Point(0.3, 0.025)),
            Layer(.box(Point(0, 0), half: Point(0.28, 0.4), corner: 0.008), palette.wood),
        ]
        for shelf in 0..<4 {
            let y = -0.285 + 0.19 * Float(shelf)
            layers.append(
                Layer(
                    .box(Point(0, y), half: Point(0.25, 0.08)), palette.wood.darker(0.6),
                    palette.wood.darker(0.45)))
            for book in 0..<9 where (book + shelf * 2) % 7 != 5 {
                let height = 0.055 + 0.004 * Float((book * 5 + shelf * 3) % 6)
                let colour = Colour(
                    hue: palette.main.x + Float((book * 3 + shelf * 5) % 11) / 11,
                    saturation: 0.4, lightness: 0.5)
                layers.append(
                    Layer(
                        .box(
                            Point(-0.22 + 0.053 * Float(book), y + 0.08 - height),
                            half: Point(0.021, height), corner: 0.004), colour))
            }
        }
        return layers
    }

    private static func lamp(_ palette: Palette) -> [Layer] {
        let glow = Colour(1.0, 0.95, 0.78)
        return [
            Layer.shadow(at: Point(0, 0.36), radii: Point(0.18, 0.03)),
            Layer(
                .ellipse(Point(0, -0.12), radii: Point(0.42, 0.36)), glow, glow, opacity: 0.55,
                softness: 0.4),
            Layer(.box(Point(0, 0.13), half: Point(0.012, 0.21)), palette.gold),
            Layer(.ellipse(Point(0, 0.34), radii: Point(0.13, 0.03)), palette.gold),
            Layer(
                .polygon([
                    Point(-0.11, -0.33), Point(0.11, -0.33), Point(0.22, -0.06),
                    Point(-0.22, -0.06),
                ]), palette.main.lighter(0.45), glow),
            Layer(.ellipse(Point(0, -0.06), radii: Point(0.22, 0.018)), glow, glow),
        ]
    }

    private static func vase(_ palette: Palette) -> [Layer] {
        var layers = [Layer.shadow(at: Point(0.02, 0.35), radii: Point(0.17, 0.03))]
        let green = Colour(0.30, 0.48, 0.30)
        for (x, y) in [(-0.2, -0.24), (-0.07, -0.36), (0.09, -0.32), (0.21, -0.2)] {
            let head = Point(Float(x), Float(y))
            layers.append(Layer(.line(Point(0, 0.02), head, width: 0.012), green))
            layers.append(Layer(.ellipse(head, radii: Point(0.065, 0.06)), palette.accent))
            layers.append(Layer(.ellipse(head, radii: Point(0.022, 0.02)), palette.gold))
        }
        layers.append(
            Layer(.ellipse(Point(0, 0.2), radii: Point(0.16, 0.15)), palette.main.lighter(0.2)))
        layers.append(
            Layer(.box(Point(0, 0.04), half: Point(0.055, 0.05), corner: 0.02), palette.main))
        layers.append(
            Layer(
                .ellipse(Point(-0.06, 0.16), radii: Point(0.025, 0.06)), .white, .white,
                opacity: 0.45, softness: 0.02))
        return layers
    }
}
