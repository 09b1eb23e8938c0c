extension FileKind {
    /// The name of a media type; nil for one that is not listed.
    static func name(forMIMEType mimeType: String) -> String? {
        names[mimeType]
    }

    /// The name of any other kind: the first part of libmagic's description.
    static func name(from words: String) -> String {
        let start = words.prefix { $0 != "," && $0 != "(" }
        var trimmed = start.split(separator: " ").joined(separator: " ")
        if trimmed.hasSuffix(" data") { trimmed.removeLast(" data".count) }
        return trimmed.isEmpty || trimmed == "data" ? unknownName : String(trimmed.prefix(60))
    }

    private static let unknownName = "file of an unknown kind"

    private static let names: [String: String] = [
        "image/jpeg": "JPEG picture",
        "image/png": "PNG picture",
        "image/apng": "PNG picture",
        "image/vnd.mozilla.apng": "PNG picture",
        "image/gif": "GIF picture",
        "image/webp": "WebP picture",
        "image/heif": "HEIF picture",
        "image/heic": "HEIC picture",
        "image/heif-sequence": "HEIF picture",
        "image/heic-sequence": "HEIC picture",
        "image/avif": "AVIF picture",
        "image/avif-sequence": "AVIF picture",
        "image/tiff": "TIFF picture",
        "image/bmp": "BMP picture",
        "image/x-ms-bmp": "BMP picture",
        "image/svg+xml": "SVG drawing",
        "image/jp2": "JPEG 2000 picture",
        "image/jxl": "JPEG XL picture",
        "image/vnd.adobe.photoshop": "Photoshop picture",
        "image/vnd.microsoft.icon": "Windows icon",
        "image/x-icon": "Windows icon",
        "image/x-canon-cr2": "Canon raw picture",
        "image/x-exr": "OpenEXR picture",
        "application/pdf": "PDF document",
        "application/postscript": "PostScript document",
        "application/msword": "Word document",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
            "Word document",
        "application/vnd.ms-excel": "spreadsheet",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "spreadsheet",
        "application/vnd.oasis.opendocument.text": "text document",
        "application/zip": "ZIP archive",
        "application/gzip": "gzip archive",
        "application/x-tar": "tar archive",
        "application/x-7z-compressed": "7z archive",
        "application/x-rar": "RAR archive",
        "application/json": "JSON text",
        "application/x-executable": "Linux program",
        "application/x-pie-executable": "Linux program",
        "application/x-sharedlib": "Linux program",
        "application/x-dosexec": "Windows program",
        "application/vnd.microsoft.portable-executable": "Windows program",
        "application/x-sqlite3": "SQLite database",
        "application/vnd.sqlite3": "SQLite database",
        "application/octet-stream": unknownName,
        "application/x-empty": "empty file",
        "inode/x-empty": "empty file",
        "text/plain": "plain text",
        "text/html": "HTML page",
        "text/xml": "XML document",
        "text/csv": "CSV table",
        "text/rtf": "RTF document",
        "text/x-shellscript": "shell script",
        "video/mp4": "MP4 video",
        "video/quicktime": "QuickTime video",
        "audio/mpeg": "MP3 recording",
    ]
}
