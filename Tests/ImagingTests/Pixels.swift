import CPictures
import Foundation

@testable import Imaging

/// The decoded pixels of a PNG file.
struct Pixels {
    let width: Int
    let height: Int
    let bands: Int
    let values: [UInt8]

    init(png: Data) throws {
        try VipsLibrary.start()
        self = try png.withUnsafeBytes { bytes in
            try Pixels(Raster(taking: cvips_pngload_buffer(bytes.baseAddress, bytes.count)))
        }
    }

    init(_ raster: Raster) throws {
        (width, height, bands) = (raster.width, raster.height, raster.bands)
        var count = 0
        guard let memory = raster.lending({ cvips_image_write_to_memory($0, &count) }) else {
            throw RasterFault()
        }
        defer { cvips_free(memory) }
        values = Array(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// The bands of one pixel.
    subscript(column: Int, row: Int) -> [Int] {
        (0..<bands).map { Int(values[(row * width + column) * bands + $0]) }
    }

    /// The mean difference of all colours, 0 … 255; alpha is ignored.
    func difference(from other: Pixels) -> Double {
        guard (width, height) == (other.width, other.height) else { return 255 }
        let colours = min(bands, other.bands, 3)
        var sum: Int32 = 0
        // With pointers, which are fast in unoptimized code.
        values.withUnsafeBufferPointer { own in
            other.values.withUnsafeBufferPointer { others in
                var pixel = 0
                while pixel < width * height {
                    var band = 0
                    while band < colours {
                        let value = Int32(own[pixel &* bands &+ band])
                        let expected = Int32(others[pixel &* other.bands &+ band])
                        sum &+= value > expected ? value &- expected : expected &- value
                        band &+= 1
                    }
                    pixel &+= 1
                }
            }
        }
        return Double(sum) / Double(width * height * colours)
    }
}
