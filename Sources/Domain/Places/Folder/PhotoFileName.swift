import Foundation
import Imaging

/// A name for the file of an uploaded photo that is safe in any folder.
struct PhotoFileName: Sendable, Hashable {
    private let stem: String
    private let ending: String

    private static let maxBytes = 180

    /// - Parameters:
    ///   - name: what the sender called it: a path of any system, with anything in it.
    ///   - format: what the bytes are; it decides the ending.
    init(_ name: String, format: PictureFormat) {
        let parts = name.split(whereSeparator: { $0 == "/" || $0 == "\\" })
        let last = (parts.last.map(String.init) ?? "").visibleFileName
        let ending = (last as NSString).pathExtension
        let fits = Self.endings(of: format).contains(ending.lowercased())
        self.ending = fits ? ending : format.fileExtension
        stem = (fits ? (last as NSString).deletingPathExtension : last)
            .portableFileName(mostBytes: Self.maxBytes, otherwise: "photo")
    }

    /// The name, with a number from the second on.
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
