extension DrawnPicture {
    /// The picture as SVG. Its middle is the origin, and its shorter side is 1000 long.
    package var svg: String {
        var random = SeededGenerator(seed: seed)
        let hue = Int.random(in: 0..<360, using: &random)
        let tone = Int.random(in: 0...100, using: &random)
        let wall = Paint(hue + 162 + tone / 3, 12 + tone / 7, 80)
        let main = Paint(hue, 35 + tone * 3 / 10, 42 + tone / 8)
        let accent = Paint(hue + 43, 55, 62)
        let paints = [
            ("main", main), ("accent", accent), ("wood", Paint(27, 43, 38 + tone / 5)),
            ("metal", Paint(225, 7, 74)), ("gold", Paint(42, 74, 61)), ("dark", Paint(220, 4, 15)),
            ("paper", Paint(45, 40, 97)),
        ]
        let unit = 1000 / Double(min(width, height))
        let (across, down) = (unit * Double(width), unit * Double(height))
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="\(-across / 2) \(-down / 2) \(across) \(down)" stroke-width="0">
            <defs>\(Self.parts)</defs>\(paints.map { $1.styles($0) }.joined())
            \(wall.shade(135).style("wall", to: wall))\(wall.shade(93).style("floor", to: wall.shade(80)))
            \(main.style("screen", to: accent.shade(145)))
            <rect class="wall" x="-50%" y="-50%" width="100%" height="100%"/>
            <rect class="floor" x="-50%" y="200" width="100%" height="50%"/>
            \(foreground(hue, &random))
            <ellipse class="shine" opacity=".35" cx="-500" cy="-550" rx="1050" ry="850"/></svg>
            """
    }

    private static let parts = String(decoding: PackageResources.Parts_svg, as: UTF8.self)

    private func foreground(_ hue: Int, _ random: inout SeededGenerator) -> String {
        let part = "<use href='#\(subject.rawValue)'/>"
        return switch subject {
        case .mountains: Landscapes.mountains(&random)
        case .seaside: Landscapes.seaside(&random)
        case .town: Landscapes.town(&random)
        case .bookcase: part + Self.books(hue, &random)
        default: part
        }
    }

    private static func books(_ hue: Int, _ random: inout SeededGenerator) -> String {
        var svg = ""
        for bottom in stride(from: -205, to: 400, by: 190) {
            var x = -240
            while x < 200 {
                let width = Int.random(in: 26...50, using: &random)
                let top = bottom - Int.random(in: 95...148, using: &random)
                let cover = Paint(hue + Int.random(in: 0..<360, using: &random), 38, 48).css
                if Int.random(in: 0..<7, using: &random) > 0 {
                    svg += "<path fill='\(cover)' d='M\(x) \(bottom)V\(top)h\(width)V\(bottom)z'/>"
                    svg +=
                        "<path class='paper' d='M\(x + 6) \(top + 16)h\(width - 12)v12h\(12 - width)z'/>"
                }
                x += width + 5
            }
        }
        return svg
    }
}
