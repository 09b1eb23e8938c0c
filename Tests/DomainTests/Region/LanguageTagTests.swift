import Testing

@testable import Domain

struct LanguageTagTests {
    @Test(
        "A language tag has its parts",
        arguments: [
            ("de", true), ("pt-BR", true), ("d", false), ("german", false), ("de_AT", false),
        ])
    func language(code: String, isOne: Bool) {
        #expect(code.isLanguageTag == isOne)
    }
}
