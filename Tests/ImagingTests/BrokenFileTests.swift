import Drawing
import Foundation
import Testing

@testable import Imaging

@Suite("Damaged files") struct BrokenFileTests {
    /// All kinds of pictures that the tests write, taller than wide so that the last rows of the
    /// file are not in the thumbnail.
    static let files: [(String, Data)] = {
        let tall = DrawnPicture(subject: .guitar, seed: 2, width: 90, height: 160)
        let film = Uploads.options { $0.frames = 2 }
        let fine = Uploads.options { $0.settings = "interlace" }
        let av1 = Uploads.options { $0.settings = "compression=av1" }
        let long = DrawnPicture(subject: .guitar, seed: 2, width: 30, height: 400)
        let files: [(String, () throws -> Data)] = [
            ("JPEG", { try tall.encoded(as: .jpeg) }),
            ("progressive JPEG", { try tall.encoded(as: .jpeg, options: fine) }),
            ("long JPEG", { try long.encoded(as: .jpeg) }),
            ("PNG", { try tall.encoded(as: .png) }),
            ("interlaced PNG", { try tall.encoded(as: .png, options: fine) }),
            ("GIF", { try tall.encoded(as: .gif) }),
            ("animated GIF", { try tall.encoded(as: .gif, options: film) }),
            ("WebP", { try tall.encoded(as: .webp) }),
            ("animated WebP", { try tall.encoded(as: .webp, options: film) }),
            ("HEIC", { try tall.encoded(as: .heif) }),
            ("AVIF", { try tall.encoded(as: .heif, options: av1) }),
            ("TIFF", { try tall.encoded(as: .tiff) }),
            ("long TIFF", { try long.encoded(as: .tiff) }),
        ]
        return files.map { name, encode in
            do {
                return (name, try encode())
            } catch {
                Issue.record("\(name) cannot be written: \(error)")
                return (name, Data())
            }
        }
    }()

    @Test("A file truncated anywhere is refused", arguments: files)
    func refusesCutFiles(name: String, bytes: Data) async throws {
        let lengths = (1...40).map { bytes.count * $0 / 41 } + [bytes.count - 2]

        for length in lengths {
            let refusal = try await Uploads.refusal(of: bytes.prefix(length))

            #expect(refusal != nil, "\(name) cut to \(length) of \(bytes.count) bytes")
        }
    }

    @Test("The error of a half file says that it is cut off", arguments: files)
    func namesTheCut(name: String, bytes: Data) async throws {
        let refusal = try await Uploads.refusal(of: bytes.prefix(bytes.count / 2))

        let label = name.split(separator: " ").last.map(String.init) ?? name
        let format = ["HEIC", "AVIF"].contains(label) ? "HEIF" : label
        #expect(
            refusal?.description == "The \(format) picture is cut off: its end is missing")
    }

    @Test("Complete files are accepted, also with trailing bytes", arguments: files)
    func takesWholeFiles(name: String, bytes: Data) async throws {
        let whole = try await Uploads.refusal(of: bytes)
        let padded = try await Uploads.refusal(of: bytes + Data(repeating: 0, count: 64))

        #expect(whole == nil)
        #expect(padded == nil)
    }

    @Test("The format of a picture is detected regardless of its file extension")
    func ignoresExtensions() async throws {
        let file = try TemporaryFile(Uploads.camera.encoded(as: .heif), name: "photo.jpg")

        let thumbnail = try await Uploads.processor.thumbnail(ofFileAt: file.path)

        #expect(thumbnail.format == .heif)
    }

    @Test("An empty file is refused as such")
    func refusesEmptyFiles() async throws {
        #expect(try await Uploads.refusal(of: Data()) == .empty)
    }

    @Test("The error of a file that is not a picture names its kind", arguments: Strangers.all)
    func refusesStrangers(stranger: Strangers.File) async throws {
        let refusal = try await Uploads.refusal(of: stranger.bytes)

        if stranger.bytes.isEmpty {
            #expect(refusal == .empty)
        } else {
            #expect(refusal?.description.hasPrefix("This is \(stranger.phrase)") == true)
        }
    }

    @Test("A header without pixels is refused as damaged or cut off")
    func refusesHeaderOnly() async throws {
        let refusal = try await Uploads.refusal(of: PNGFile.bomb(width: 100, height: 100))

        #expect(
            refusal
                == .broken(reason: "The PNG picture is damaged and cannot be opened"))
    }

    /// The number of times that each file is damaged; set `IMAGING_DAMAGE_ROUNDS` for a longer
    /// test.
    static let rounds =
        ProcessInfo.processInfo.environment["IMAGING_DAMAGE_ROUNDS"].flatMap(Int.init) ?? 60

    @Test("Random damage results in a thumbnail or an error", arguments: files)
    func survivesDamage(name: String, bytes: Data) async throws {
        var random = SeededGenerator(seed: bytes.count)
        let file = try TemporaryFile(bytes)
        var outcomes = (taken: 0, refused: 0)
        for _ in 0..<Self.rounds {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let place = Int.random(in: 0..<damaged.count, using: &random)
                damaged[place] = UInt8.random(in: 0...255, using: &random)
            }
            try damaged.write(to: URL(fileURLWithPath: file.path))
            do {
                let thumbnail = try await Uploads.processor.thumbnail(ofFileAt: file.path)
                #expect(thumbnail.png.starts(with: PNGFile.signature))
                outcomes.taken += 1
            } catch is ImagingError {
                outcomes.refused += 1
            }
        }

        #expect(outcomes.taken + outcomes.refused == Self.rounds)
        #expect(outcomes.refused > 0)
    }
}
