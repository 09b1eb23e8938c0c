import CPictures
import Drawing
public import Foundation
public import Imaging

/// A photograph of codes on labels, drawn for tests.
public struct DrawnCodes: Sendable {
    /// A code on a white label.
    public struct Label: Sendable {
        /// The modules of the code, row by row, the dark ones true.
        let rows: [[Bool]]
        /// The width of a module, and the height of a row, in pixels.
        let module: (width: Double, height: Double)
        /// The middle of the label in the picture.
        let middle: (x: Double, y: Double)
        /// The turn, clockwise.
        let degrees: Double

        /// A label with a square code.
        public init(
            squares rows: [[Bool]], module: Double, at middle: (x: Double, y: Double),
            turnedBy degrees: Double = 0
        ) {
            self.rows = rows
            self.module = (module, module)
            (self.middle, self.degrees) = (middle, degrees)
        }

        /// A label with bars of a height.
        public init(
            bars: [Bool], module: Double, height: Double, at middle: (x: Double, y: Double),
            turnedBy degrees: Double = 0
        ) {
            rows = [bars]
            self.module = (module, height)
            (self.middle, self.degrees) = (middle, degrees)
        }
    }

    let width: Int
    let height: Int
    let labels: [Label]

    public init(width: Int, height: Int, _ labels: [Label]) {
        (self.width, self.height, self.labels) = (width, height, labels)
    }

    /// The photograph as a file, in grey and with grain.
    ///
    /// - Throws: `ImagingError.unreadable` where libvips cannot write such a file.
    public func encoded(as format: PictureFormat = .jpeg) throws -> Data {
        try VipsLibrary.start()
        var pixels = (0..<height).flatMap { row in
            [UInt8](repeating: UInt8(70 + 80 * row / height), count: width)
        }
        for label in labels { paint(label, on: &pixels) }
        do {
            let raster = try Raster(
                taking: cvips_from_memory(pixels, pixels.count, Int32(width), Int32(height), 1))
            let ending = ".\(format.fileExtension)"
            return try raster.withGrain(seed: 1).data { cvips_save_buffer($0, ending, $1, $2) }
        } catch is RasterFault {
            throw ImagingError.unreadable(reason: "libvips cannot write \(format.label)")
        }
    }

    /// Paints a label with the white around its code, each pixel from four samples.
    private func paint(_ label: Label, on pixels: inout [UInt8]) {
        let columns = label.rows.first?.count ?? 0
        let side = (
            x: Double(columns) * label.module.width,
            y: Double(label.rows.count) * label.module.height
        )
        let margin = 10 * label.module.width
        let reach = (side.x + side.y) / 2 + 2 * margin
        let angle = label.degrees * .pi / 180
        let (sine, cosine) = (sin(angle), cos(angle))
        func range(_ middle: Double, _ most: Int) -> Range<Int> {
            let first = max(0, min(most, Int(middle - reach)))
            return first..<max(first, min(most, Int(middle + reach)))
        }
        for row in range(label.middle.y, height) {
            for column in range(label.middle.x, width) {
                var sum = 0
                for sample in 0..<4 {
                    let x = Double(column) + Double(sample & 1) / 2 + 0.25 - label.middle.x
                    let y = Double(row) + Double(sample >> 1) / 2 + 0.25 - label.middle.y
                    let across = x * cosine + y * sine + side.x / 2
                    let down = y * cosine - x * sine + side.y / 2
                    if across < -margin || down < -margin || across >= side.x + margin
                        || down >= side.y + margin
                    {
                        sum += Int(pixels[row * width + column])
                    } else if across >= 0, down >= 0, across < side.x, down < side.y,
                        label.rows[Int(down / label.module.height)][
                            Int(across / label.module.width)]
                    {
                        sum += 25
                    } else {
                        sum += 235
                    }
                }
                pixels[row * width + column] = UInt8(sum / 4)
            }
        }
    }
}
