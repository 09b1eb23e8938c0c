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
        try Raster.drawing(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">
            <linearGradient id="table" x2="0" y2="1"><stop stop-color="#464646"/>
            <stop offset="1" stop-color="#969696"/></linearGradient>
            <rect width="100%" height="100%" fill="url(#table)"/>\(labels.map(\.svg).joined())</svg>
            """
        ).opaque().converted(to: VIPS_INTERPRETATION_B_W).withGrain(seed: 1).encoded(as: format)
    }

    /// The dark modules as a path of SVG, each of them 1 long.
    public static func path(_ rows: [[Bool]]) -> String {
        rows.enumerated().flatMap { row, modules in
            modules.indices.filter { modules[$0] }.map { "M\($0) \(row)h1v1h-1z" }
        }.joined()
    }
}

extension DrawnCodes.Label {
    /// The label with the white around its code.
    fileprivate var svg: String {
        let (columns, count) = (rows.first?.count ?? 0, rows.count)
        let margin = 10 * module.width / module.height
        return """
            <g transform="translate(\(middle.x) \(middle.y)) rotate(\(degrees)) \
            scale(\(module.width) \(module.height)) \
            translate(\(-Double(columns) / 2) \(-Double(count) / 2))">
            <rect fill="#ebebeb" x="-10" y="\(-margin)" width="\(columns + 20)" \
            height="\(Double(count) + 2 * margin)"/>
            <path fill="#191919" d="\(DrawnCodes.path(rows))"/></g>
            """
    }
}
