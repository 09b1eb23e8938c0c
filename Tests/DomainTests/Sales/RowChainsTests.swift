import Testing

@testable import Domain

@Suite("Rows by their bytes")
struct RowChainsTests {
    @Test("All rows with the same bytes are found, newest first")
    func sameBytes() {
        var chains = RowChains()
        for text in ["a@b.c", "d@e.f", "a@b.c", "", "a@b.c"] { chains.append(Array(text.utf8)) }

        #expect(chains.rows(of: Array("a@b.c".utf8)) == [4, 2, 0])
        #expect(chains.rows(of: Array("d@e.f".utf8)) == [1])
    }

    @Test("Nothing is found by bytes that no row has, nor by none")
    func nothing() {
        var chains = RowChains()
        for text in ["a", ""] { chains.append(Array(text.utf8)) }

        #expect(chains.rows(of: Array("b".utf8)).isEmpty)
        #expect(chains.rows(of: []).isEmpty)
    }
}
