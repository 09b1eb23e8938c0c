import NIOCore

/// Files of `Public` that are sent as one, so that a page asks for one style sheet and one script.
struct AssetBundle: Sendable {
    /// The address of the whole, as a path below `Public/`.
    let path: String
    /// The files, in their order.
    let parts: [String]
    /// What stands before and after each of them.
    var opening = ""
    var closing = "\n"

    /// The parts as one text.
    func joined(_ texts: [ByteBuffer]) -> ByteBuffer {
        var whole = ByteBuffer()
        for text in texts {
            whole.writeString(opening)
            whole.writeImmutableBuffer(text)
            whole.writeString(closing)
        }
        return whole
    }
}
