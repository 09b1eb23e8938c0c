import CPictures
import CZBar
import Foundation

/// Looks for the codes of a picture, in several sizes and at several angles.
///
/// ZBar finds QR codes at any angle, and bars where a row or a column of pixels crosses all of them. So
/// the picture is turned for those that lie askew.
struct CodeReader {
    /// The codes of a picture, each once.
    ///
    /// - Returns: nil without ZBar.
    /// - Throws: ``RasterFault`` for a picture that cannot be decoded.
    static func codes(of picture: Picture, at path: String) throws -> [PictureCode]? {
        guard czbar_load() else { return nil }
        var reader = CodeReader()
        // Small first: that is quicker, and blurred bars become clearer.
        for look in looks where look.isThorough || picture.width * picture.height > 2 * look.pixels
        {
            let raster = try picture.luminance(ofFileAt: path, pixels: look.pixels)
            let area = raster.width * raster.height
            // A picture that was taken of a code as long as that has no other one.
            var isFilled: Bool { 16 * reader.extent * reader.extent >= area }
            reader.extent = 0
            reader.read(raster, density: 1, hasSquares: true)
            // A picture that is much longer than high has no room for a code that lies askew.
            let turned = (raster.width + raster.height) * (raster.width + raster.height) / 2
            for angle in look.angles where !isFilled && turned <= mostTurned {
                reader.read(try raster.turned(by: angle).inMemory(), density: 2, hasSquares: false)
            }
            let isWhole = area >= picture.width * picture.height
            if isFilled || isWhole || look.isThorough && !reader.found.isEmpty { break }
        }
        return reader.found
    }

    /// A look at a picture.
    private struct Look {
        /// About how many pixels are looked at.
        let pixels: Int
        /// The turns after the straight look, the most useful first. With all three, bars that are a fifth as
        /// high as the code is long are found at any angle.
        let angles: [Double]
        /// Whether the next look is only for a picture in which nothing was found.
        var isThorough = true
    }

    private static let looks = [
        Look(pixels: 750_000, angles: [45], isThorough: false),
        Look(pixels: 3_000_000, angles: [45, 22.5, 67.5]),
        Look(pixels: 12_000_000, angles: [45]),
    ]
    /// The maximum number of pixels of a turned picture. Of 12 million pixels, turned by 45°, there are
    /// 27 million if the picture is twice as long as high.
    private static let mostTurned = 30_000_000
    /// The maximum number of codes in a picture.
    private static let most = 100

    /// The codes in the order in which they were found, each with the number of lines that had it.
    private var codes: [(code: PictureCode, lines: Int)] = []
    /// The length of the longest code in pixels.
    private var extent = 0

    /// The codes of which enough lines were read.
    private var found: [PictureCode] {
        codes.filter { $0.lines >= $0.code.format.minimumLines }.map(\.code)
    }

    private mutating func read(_ raster: Raster, density: Int32, hasSquares: Bool) {
        var count = 0
        guard let pixels = raster.lending({ cvips_image_write_to_memory($0, &count) }) else {
            return
        }
        defer { cvips_free(pixels) }
        withUnsafeMutablePointer(to: &self) { reader in
            _ = czbar_read(
                pixels, UInt32(raster.width), UInt32(raster.height), density, hasSquares, reader
            ) { reader, code in
                guard let code = code?.pointee else { return }
                reader?.assumingMemoryBound(to: CodeReader.self).pointee.take(code)
            }
        }
    }

    private mutating func take(_ code: CZBarCode) {
        guard let format = PictureCode.Format(code), let bytes = code.text, code.count > 0 else {
            return
        }
        let text = String(
            decoding: UnsafeRawBufferPointer(start: bytes, count: code.count), as: UTF8.self)
        let read = PictureCode(format: format, text: text)
        if let index = codes.firstIndex(where: { $0.code == read }) {
            codes[index].lines += Int(code.lines)
        } else if codes.count < Self.most {
            codes.append((read, Int(code.lines)))
        }
        extent = max(extent, Int(code.extent))
    }
}

extension PictureCode.Format {
    fileprivate init?(_ code: CZBarCode) {
        switch code.kind {
        case 64: self = .qrCode
        case 13: self = .ean13
        case 8: self = .ean8
        case 12: self = .upcA
        case 9: self = .upcE
        case 128: self = .code128
        default: return nil
        }
    }

    /// The lines of a picture that have to agree: a short code is easily seen in the bars of another one.
    fileprivate var minimumLines: Int {
        switch self {
        case .qrCode, .ean13, .upcA: 1
        case .code128: 2
        case .ean8, .upcE: 4
        }
    }
}

extension Picture {
    /// The lightness of a picture file, scaled down to about a number of pixels if it has more.
    fileprivate func luminance(ofFileAt path: String, pixels: Int) throws -> Raster {
        let (all, least) = (width * height, pixels * 9 / 10)
        let shrink = [8, 4, 2].first { all / ($0 * $0) >= least } ?? 1
        let opened = try format.open(path: path, shrink: shrink).withoutUnusableProfile()
        let area = opened.width * opened.height
        guard area > pixels * 3 / 2 else { return try opened.luminance() }
        let scale = (Double(pixels) / Double(area)).squareRoot()
        func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * scale).rounded())) }
        return try opened.scaled(toWidth: scaled(opened.width), height: scaled(opened.height))
            .luminance()
    }
}
