import Testing

@testable import Web

@Suite("Texts with placeholders")
struct HTMLFrameTests {
    @Test("Each placeholder is replaced, however often it occurs")
    func filling() {
        let frame = HTMLFrame(
            "<a href=\"\(HTMLFrame.mark(11))\">" + HTMLFrame.mark(0) + HTMLFrame.mark(1) + "7-</a>"
                + HTMLFrame.mark(11))

        let texts = ["<tr>", "1 2 3"] + Array(repeating: "", count: 9) + ["/items.json"]
        #expect(frame.html(texts) == "<a href=\"/items.json\"><tr>1 2 37-</a>/items.json")
    }

    @Test("A text without placeholders stays unchanged")
    func noHoles() {
        #expect(HTMLFrame("<p>hole-1-</p>").html([]) == "<p>hole-1-</p>")
    }
}
