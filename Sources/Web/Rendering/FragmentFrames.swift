import Synchronization

/// Renders similar fragments quickly, by one template result for each shape.
final class FragmentFrames: Sendable {
    /// The maximum number of cached shapes; there are some dozens.
    private static let limit = 2_000

    /// The frames by shape, which consists of the texts that are empty.
    private let frames = Mutex<[AnyHashable: HTMLFrame]>([:])

    /// The HTML of fragments, one after the other.
    ///
    /// - Parameter render: renders a single fragment with its template.
    func html<Fragment: FramedFragment>(
        _ fragments: [Fragment], render: (Fragment) throws -> String
    ) throws -> String {
        var known: [Fragment: HTMLFrame] = [:]
        var html = ""
        for fragment in fragments {
            var (shape, texts) = (fragment, [String]())
            shape.visitTexts { text in
                texts.append(HTMLText.escaped(text))
                if !text.isEmpty { text = "-" }
            }
            if let frame = known[shape] {
                frame.write(texts, to: &html)
            } else {
                let frame = try frame(of: shape, render)
                known[shape] = frame
                frame.write(texts, to: &html)
            }
        }
        if html.last == "\n" { html.removeLast() }
        return html
    }

    private func frame<Fragment: FramedFragment>(
        of shape: Fragment, _ render: (Fragment) throws -> String
    ) throws -> HTMLFrame {
        if let frame = frames.withLock({ $0[shape] }) { return frame }
        var (marked, hole) = (shape, 0)
        marked.visitTexts { text in
            if !text.isEmpty { text = HTMLFrame.mark(hole) }
            hole += 1
        }
        let frame = HTMLFrame(try render(marked))
        frames.withLock { frames in
            if frames.count >= Self.limit { frames = [:] }
            frames[shape] = frame
        }
        return frame
    }
}
