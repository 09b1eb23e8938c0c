import Testing

@testable import Domain

struct ListTextTests {
    @Test("Lists are written as in a sentence")
    func list() {
        #expect([].listText == "")
        #expect(["a"].listText == "a")
        #expect(["a", "b"].listText == "a and b")
        #expect(["a", "b", "c"].listText == "a, b and c")
        #expect(["a", "b", "c"].choiceText == "a, b or c")
    }
}
