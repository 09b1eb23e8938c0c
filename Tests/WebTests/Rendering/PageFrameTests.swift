import Testing

@testable import Web

struct PageFrameTests {
    @Test("Each hole is filled, however often it stands in the page")
    func filling() {
        let frame = PageFrame(
            "<a href=\"\(PageFrame.mark(.jsonPath))\">" + PageFrame.mark(.rows)
                + PageFrame.mark(.paging) + "7</a>" + PageFrame.mark(.jsonPath))

        let html = frame.html { hole in
            switch hole {
            case .rows: "<tr>"
            case .paging: "1 2 3"
            case .offset: "50"
            case .jsonPath: "/items.json"
            case .title: "Items"
            case .eventsPath: "/items.events"
            }
        }

        #expect(html == "<a href=\"/items.json\"><tr>1 2 37</a>/items.json")
    }

    @Test("A page without holes stays as it is")
    func noHoles() {
        #expect(PageFrame("<p>hole-1</p>").html { _ in "no" } == "<p>hole-1</p>")
    }
}
