import Foundation
import Imaging

/// A file name for an uploaded photo that is safe on all file systems.
struct PhotoFileName: Sendable, Hashable {
    private let stem: String
    private let ending: String

    private static let maxBytes = 180

    /// - Parameters:
    ///   - name: the sender's name or path from any system, with any characters.
    ///   - format: the format of the bytes, which decides the extension.
    init(_ name: String, format: PictureFormat) {
        let parts = name.split(whereSeparator: { $0 == "/" || $0 == "\\" })
        let last = (parts.last.map(String.init) ?? "").visibleFileName
        let ending = (last as NSString).pathExtension
        let fits = Self.endings(of: format).contains(ending.lowercased())
        self.ending = fits ? ending : format.fileExtension
        stem = (fits ? (last as NSString).deletingPathExtension : last)
            .portableFileName(mostBytes: Self.maxBytes, otherwise: "photo")
    }

    /// The name, with a number from the second one on.
    func numbered(_ number: Int) -> String {
        "\(stem)\(number == 1 ? "" : " \(number)").\(ending)"
    }

    private static func endings(of format: PictureFormat) -> Set<String> {
        switch format {
        case .jpeg: ["jpg", "jpeg"]
        case .tiff: ["tif", "tiff"]
        case .heif: ["heic", "heif", "avif"]
        default: [format.fileExtension]
        }
    }
}
