import Drawing
import Foundation
import Testing

@testable import Imaging

@Suite("Colours") struct ColourTests {
    @Test(
        "A CMYK JPEG has the original’s colours, with and without a profile",
        arguments: [true, false])
    func convertsCMYK(embedsProfile: Bool) async throws {
        let options = Uploads.options {
            $0.colours = .cmyk
            $0.embedsProfile = embedsProfile
        }

        let pixels = try await Uploads.pixels(
            of: Uploads.camera.encoded(as: .jpeg, options: options))

        #expect(pixels.bands == 3)
        #expect(try await pixels.difference(from: Uploads.cameraPixels()) < 14)
    }

    @Test("A wide-gamut profile is applied", arguments: [PictureFormat.jpeg, .png, .webp, .heif])
    func convertsWideColours(format: PictureFormat) async throws {
        let wide = Uploads.options { $0.colours = .displayP3 }
        let bare = Uploads.options {
            $0.colours = .displayP3
            $0.embedsProfile = false
        }

        let managed = try await Uploads.pixels(
            of: Uploads.camera.encoded(as: format, options: wide))
        let unmanaged = try await Uploads.pixels(
            of: Uploads.camera.encoded(as: format, options: bare))

        let original = try await Uploads.cameraPixels()
        #expect(managed.difference(from: original) < 3)
        #expect(unmanaged.difference(from: original) > managed.difference(from: original))
    }

    @Test("16 bits per channel are reduced to 8", arguments: [PictureFormat.png, .tiff])
    func narrowsDeepPictures(format: PictureFormat) async throws {
        let options = Uploads.options { $0.isDeep = true }

        let pixels = try await Uploads.pixels(
            of: Uploads.camera.encoded(as: format, options: options))

        #expect(try await pixels.difference(from: Uploads.cameraPixels()) < 1)
    }

    @Test("Grey pictures are converted to sRGB", arguments: [false, true])
    func convertsGrey(isDeep: Bool) async throws {
        let options = Uploads.options {
            $0.colours = .grey
            $0.isDeep = isDeep
        }

        let pixels = try await Uploads.pixels(
            of: Uploads.camera.encoded(as: .png, options: options))

        #expect(pixels.bands == 3)
        let middle = pixels[160, 160]
        #expect(middle.allSatisfy { abs($0 - middle[0]) <= 1 })
        #expect((1...254).contains(pixels[20, 20][0]))
    }

    @Test(
        "Transparency is preserved",
        arguments: [PictureFormat.png, .gif, .webp, .tiff], [false, true])
    func keepsAlpha(format: PictureFormat, hasPalette: Bool) async throws {
        let options = Uploads.options {
            $0.isTransparent = true
            $0.settings = hasPalette && format == .png ? "palette" : ""
        }

        let pixels = try await Uploads.pixels(
            of: Uploads.camera.encoded(as: format, options: options))

        #expect(pixels.bands == 4)
        #expect(pixels[2, 2].last == 0)
        #expect(pixels[160, 160].last == 255)
        let centre = try await Uploads.cameraPixels()[160, 160]
        #expect(zip(pixels[160, 160], centre).allSatisfy { abs($0 - $1) < 30 })
    }

    @Test(
        "Progressive and interlaced pictures look the same", arguments: [PictureFormat.jpeg, .png])
    func opensInterlaced(format: PictureFormat) async throws {
        let options = Uploads.options { $0.settings = "interlace" }

        let pixels = try await Uploads.pixels(
            of: Uploads.camera.encoded(as: format, options: options))

        #expect(try await pixels.difference(from: Uploads.cameraPixels()) < 4)
    }

    @Test("A damaged profile is ignored")
    func forgivesDamagedProfile() async throws {
        let options = Uploads.options { $0.colours = .displayP3 }
        var bytes = try Uploads.camera.encoded(as: .jpeg, options: options)
        let place = try #require(bytes.range(of: Data("ICC_PROFILE\0".utf8)))
        for offset in place.upperBound + 2..<place.upperBound + 200 { bytes[offset] = 0x55 }

        let pixels = try await Uploads.pixels(of: bytes)

        #expect(try await pixels.difference(from: Uploads.cameraPixels()) < 12)
    }
}
