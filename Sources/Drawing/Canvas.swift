import Foundation

/// The pixels of a drawing.
struct Canvas {
    let width: Int
    let height: Int
    private var pixels: [Colour]

    /// A canvas with a gradient from the top to the bottom.
    init(width: Int, height: Int, top: Colour, bottom: Colour) {
        self.width = width
        self.height = height
        pixels = []
        pixels.reserveCapacity(width * height)
        for row in 0..<height {
            let colour = top.mixed(with: bottom, (Float(row) + 0.5) / Float(height))
            pixels.append(contentsOf: repeatElement(colour, count: width))
        }
    }

    /// The number of pixels in a length of 1.
    private var scale: Float { Float(min(width, height)) }

    private func point(column: Int, row: Int) -> Point {
        Point(
            Float(column) + 0.5 - Float(width) / 2, Float(row) + 0.5 - Float(height) / 2) / scale
    }

    /// Paints a layer over the canvas.
    mutating func paint(_ layer: Layer) {
        let (upper, lower) = layer.shape.bounds
        let reach = layer.shape.reach(ofFade: layer.softness + 1 / scale)
        let columns = range(from: upper.x - reach.x, to: lower.x + reach.x, count: width)
        let rows = range(from: upper.y - reach.y, to: lower.y + reach.y, count: height)
        let tall = max(lower.y - upper.y, 1e-6)
        let fade = max(layer.softness, 1 / scale)
        for row in rows {
            let share = (point(column: 0, row: row).y - upper.y) / tall
            let colour = layer.top.mixed(with: layer.bottom, min(max(share, 0), 1))
            for column in columns {
                let distance = layer.shape.distance(to: point(column: column, row: row))
                let cover = min(max(0.5 - distance / fade, 0), 1)
                guard cover > 0 else { continue }
                let smooth = cover * cover * (3 - 2 * cover) * layer.opacity
                pixels[row * width + column] =
                    pixels[row * width + column].mixed(with: colour, smooth)
            }
        }
    }

    private func range(from: Float, to: Float, count: Int) -> Range<Int> {
        let first = Int((from * scale + Float(count) / 2).rounded(.down))
        let last = Int((to * scale + Float(count) / 2).rounded(.up))
        let start = min(max(first, 0), count)
        return start..<max(start, min(last, count))
    }

    /// Red, green and blue bytes, row by row.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pixels.count * 3)
        for pixel in pixels {
            for channel in 0..<3 {
                bytes.append(UInt8(min(max(pixel[channel], 0), 1) * 255))
            }
        }
        return bytes
    }
}
