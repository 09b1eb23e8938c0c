extension DrawnPicture {
    /// The picture, painted at a small size.
    func paintedCanvas() -> Canvas {
        var random = SeededGenerator(seed: seed)
        let hue = Float.random(in: 0..<1, using: &random)
        let tone = Float.random(in: 0...1, using: &random)
        let backdrop = Colour(
            hue: hue + 0.45 + tone * 0.1, saturation: 0.12 + 0.14 * tone, lightness: 0.80)
        let factor = min(1, Double(detail) / Double(max(width, height)))
        var canvas = Canvas(
            width: max(1, Int(Double(width) * factor)),
            height: max(1, Int(Double(height) * factor)),
            top: backdrop.lighter(0.35), bottom: backdrop)
        for layer in Self.room(backdrop) { canvas.paint(layer) }
        let palette = Palette(hue: hue, tone: tone)
        for layer in subject.layers(palette, &random) { canvas.paint(layer) }
        canvas.paint(
            Layer(
                .ellipse(Point(-0.5, -0.55), radii: Point(0.7, 0.5)), .white, .white,
                opacity: 0.16, softness: 0.5))
        return canvas
    }

    /// The floor under the subject, wide enough for any aspect ratio.
    private static func room(_ backdrop: Colour) -> [Layer] {
        [
            Layer(
                .box(Point(0, 5.2), half: Point(50, 5)), backdrop.darker(0.10),
                backdrop.darker(0.6), softness: 0.09)
        ]
    }
}

/// The colours of one picture.
struct Palette {
    /// The colour of the subject.
    var main: Colour
    /// The colour of its smaller parts.
    var accent: Colour
    var wood = Colour(0.55, 0.36, 0.22)
    var metal = Colour(0.72, 0.73, 0.76)
    var gold = Colour(0.90, 0.72, 0.32)
    var dark = Colour(0.13, 0.14, 0.16)

    init(hue: Float, tone: Float) {
        main = Colour(hue: hue, saturation: 0.35 + 0.3 * tone, lightness: 0.42 + 0.12 * tone)
        accent = Colour(hue: hue + 0.12, saturation: 0.55, lightness: 0.62)
        wood = wood.mixed(with: Colour(0.80, 0.64, 0.45), tone)
    }
}
