import CPictures
import Foundation

extension Raster {
    package var width: Int { lending { Int(cvips_image_get_width($0)) } }
    package var height: Int { lending { Int(cvips_image_get_height($0)) } }
    var bands: Int { lending { Int(cvips_image_get_bands($0)) } }

    var bytesPerPixel: Int {
        lending { Int(cvips_format_sizeof(cvips_image_get_format($0))) } * bands
    }

    /// The EXIF orientation, 1 … 8; 1 by default.
    var orientation: Int {
        let orientation = lending { Int(cvips_image_get_orientation($0)) }
        return (1...8).contains(orientation) ? orientation : 1
    }

    /// Whether the picture is stored in several passes, from coarse to fine.
    var isInterlaced: Bool { has("interlaced") }

    /// The nickname of the loader that opened the picture.
    var loaderNickname: String? { string("vips-loader") }

    /// The text of a metadata field; nil if there is none.
    func string(_ field: String) -> String? {
        lending { pointer in
            var text: UnsafePointer<CChar>?
            guard has(field), cvips_image_get_string(pointer, field, &text) == 0 else {
                return nil
            }
            return text.map { String(cString: $0) }
        }
    }

    /// The bytes of a metadata field; empty if there is none.
    func bytes(_ field: String) -> Data {
        lending { pointer in
            var bytes: UnsafeRawPointer?
            var count = 0
            guard has(field), cvips_image_get_blob(pointer, field, &bytes, &count) == 0, let bytes
            else { return Data() }
            return Data(bytes: bytes, count: count)
        }
    }

    /// Whether the picture has a metadata field.
    func has(_ field: String) -> Bool {
        lending { cvips_image_get_typeof($0, field) != 0 }
    }
}
