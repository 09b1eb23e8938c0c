/// The landscapes, as SVG.
enum Landscapes {
    static func mountains(_ random: inout SeededGenerator) -> String {
        var svg = sky(&random)
        for ridge in 0..<4 {
            let color = Paint(209 - 30 * ridge, 25 + 3 * ridge, 68 - 15 * ridge)
            svg += color.shade(112).style("ridge\(ridge)", to: color)
            svg += hills(
                base: 80 + 53 * ridge, height: 300 - 57 * ridge, peaks: 5 + 2 * ridge,
                "ridge\(ridge)", &random)
        }
        return svg + Paint(119, 35, 45).style("meadow", to: Paint(119, 35, 24))
            + "<path class='meadow' d='M-2000 350Q0 300 2000 350V1200H-2000z'/>"
    }

    static func seaside(_ random: inout SeededGenerator) -> String {
        let (hill, water, sand) = (Paint(202, 20, 60), Paint(194, 45, 46), Paint(40, 60, 80))
        var svg =
            sky(&random) + hill.style("hill", to: hill) + sand.style("sand", to: sand.shade(80))
        svg += hills(base: 90, height: 100, peaks: 4, "hill", &random)
        svg += water.shade(125).style("water", to: water)
        svg += "<rect class='water' x='-2000' y='80' width='4000' height='600'/>"
        for _ in 0..<20 {
            let y = Int.random(in: 100..<320, using: &random)
            let (x, width) = (Int.random(in: -900..<800, using: &random), 20 + (y - 80) / 2)
            svg +=
                "<path stroke='white' stroke-opacity='.4' stroke-width='5' d='M\(x) \(y)h\(width)'/>"
        }
        let tilt = Int.random(in: -60..<60, using: &random)
        return svg + """
            <use href="#boat" x="\(Int.random(in: -350..<350, using: &random))" y="180"/>
            <path class="sand" stroke-width="14" style="stroke: #e8f0ee" \
            d="M-2100 \(400 + tilt)Q0 330 2100 \(400 - tilt)V1300H-2100z"/>
            """
    }

    static func town(_ random: inout SeededGenerator) -> String {
        var svg =
            sky(&random) + Paint(10, 45, 50).styles("tile") + Paint(36, 12, 66).styles("street")
        for row in 0..<3 {
            var x = -950
            while x < 950 {
                let half = Int.random(in: 45..<85, using: &random)
                let height = Int.random(in: 120..<300, using: &random)
                svg += "<g transform='translate(\(x + half) \(160 + 130 * row - height))'>"
                svg += house(half: half, height: height, isNear: row == 2, &random) + "</g>"
                x += 2 * half
            }
        }
        return svg + "<rect class='street' x='-2000' y='420' width='4000' height='700'/>"
    }

    private static func sky(_ random: inout SeededGenerator) -> String {
        let lateness = Int.random(in: 0..<90, using: &random)
        let x = Int.random(in: -500..<500, using: &random)
        return Paint(209, 48, 62).style("sky", to: Paint(28, 100, 96 - lateness / 5)) + """
            <rect class="sky" x="-2000" y="-1050" width="4000" height="1200"/>
            <use href="#sun" x="\(x)" y="\(lateness * 3 - 360)"/>
            """
    }

    /// A line of mountains or hills, with everything below it.
    private static func hills(
        base: Int, height: Int, peaks: Int, _ style: String, _ random: inout SeededGenerator
    ) -> String {
        let step = 2000 / peaks
        let corners = (0...2 * peaks).map { index in
            let range = index.isMultiple(of: 2) ? 10..<45 : 60..<100
            let rise = Int.random(in: range, using: &random)
            let x = (100 * index + Int.random(in: -30..<30, using: &random)) * step / 100
            return "L\(x - 2000) \(base - height * rise / 100)"
        }
        return "<path class='\(style)' d='M-2000 1200\(corners.joined())L2000 1200z'/>"
    }

    /// A house under the middle of its eaves.
    private static func house(
        half: Int, height: Int, isNear: Bool, _ random: inout SeededGenerator
    ) -> String {
        let hue = Int.random(in: 11..<50, using: &random)
        let wall = Paint(hue, 45, Int.random(in: 62..<86, using: &random)).css
        let roof = "M\(-half - 8) 0l\(half + 8) \(-half * 4 / 5) \(half + 8) \(half * 4 / 5)z"
        var svg = "<path fill='\(wall)' d='M\(-half) 0H\(half)V\(height)H\(-half)z'/>"
        svg += "<path class='tile' d='\(roof)'/>"
        for y in stride(from: 20, to: height - 40, by: 70) {
            for x in [-half * 3 / 5, half * 3 / 10] {
                let isLit = isNear && Int.random(in: 0..<10, using: &random) < 3
                let color = isLit ? "#ffe9ad" : "#4d4e52"
                svg +=
                    "<path fill='\(color)' d='M\(x) \(y)h\(half * 3 / 10)v34h\(-half * 3 / 10)z'/>"
            }
        }
        return svg
    }
}
