import Testing

@testable import Web

@Suite("A text with holes")
struct HTMLFrameTests {
    @Test("Each hole is filled, however often it stands in the text")
    func filling() {
        let frame = HTMLFrame(
            "<a href=\"\(HTMLFrame.mark(11))\">" + HTMLFrame.mark(0) + HTMLFrame.mark(1) + "7-</a>"
                + HTMLFrame.mark(11))

        let texts = ["<tr>", "1 2 3"] + Array(repeating: "", count: 9) + ["/items.json"]
        #expect(frame.html(texts) == "<a href=\"/items.json\"><tr>1 2 37-</a>/items.json")
    }

    @Test("A text without holes stays as it is")
    func noHoles() {
        #expect(HTMLFrame("<p>hole-1-</p>").html([]) == "<p>hole-1-</p>")
    }
}
