/// A color of a drawing, in degrees and percent.
struct Paint {
    var hue: Int
    var saturation: Int
    var lightness: Int

    init(_ hue: Int, _ saturation: Int, _ lightness: Int) {
        (self.hue, self.saturation, self.lightness) = (hue, saturation, lightness)
    }

    var css: String { "hsl(\(hue % 360), \(saturation)%, \(lightness)%)" }

    /// The color between black, at 0, and itself, at 100, or beyond that, up to white at 200.
    func shade(_ share: Int) -> Paint {
        let lighter = lightness + (100 - lightness) * (share - 100) / 100
        return Paint(hue, saturation, share < 100 ? lightness * share / 100 : lighter)
    }

    /// A class of shapes with this color at their upper and another one at their lower end.
    func style(_ name: String, to bottom: Paint) -> String {
        """
        <linearGradient id="\(name)" x2="0" y2="1"><stop stop-color="\(css)"/>\
        <stop offset="1" stop-color="\(bottom.css)"/></linearGradient>\
        <style>.\(name) { fill: url(#\(name)); stroke: \(shade(90).css) }</style>
        """
    }

    /// Three classes of shapes: of this color, a lighter and a darker one.
    func styles(_ name: String) -> String {
        [("", 100), ("-light", 125), ("-dark", 65)].map { tone, share in
            shade(share).style(name + tone, to: shade(share - 25))
        }.joined()
    }
}
