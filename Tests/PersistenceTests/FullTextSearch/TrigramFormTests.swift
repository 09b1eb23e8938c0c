import Testing

@testable import Persistence

@Suite("ASCII form of folded texts")
struct TrigramFormTests {
    @Test("Each character has a form of at least three letters that no other form contains")
    func scalars() throws {
        var forms: Set<String> = []
        var count = 0
        for value in stride(from: UInt32(0x80), through: 0x10FFFF, by: 7) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let form = TrigramForm.of(String(scalar))
            count += 1
            forms.insert(form)
            try #require(form.utf8.count >= 3 && form.utf8.allSatisfy { (65...90).contains($0) })
            // The first letter of a form is in another range than the others.
            try #require(form.utf8.dropFirst().allSatisfy { $0 >= UInt8(ascii: "H") })
            try #require(form.utf8.first.map { $0 < UInt8(ascii: "H") } == true)
        }
        #expect(forms.count == count)
        for (value, count) in [
            (0x80, 3), (0x1E8, 3), (0x1E9, 4), (0x377E, 4), (0x377F, 5), (0x1F6CB, 5),
            (0x10FFFF, 6),
        ] as [(UInt32, Int)] {
            let scalar = try #require(Unicode.Scalar(value))
            #expect(TrigramForm.of(String(scalar)).utf8.count == count)
        }
    }

    @Test("A folded text contains a part if and only if its form contains the part’s form")
    func parts() {
        let texts = ["ωμεγα 7", "東京 ab", "ab東", "x\u{301}é", "🛋 sofa", "łódź", "a\nb", "é", "ê"]
        for text in texts {
            for other in texts {
                for part in other.unicodeScalars.indices {
                    let end = other.unicodeScalars.index(after: part)
                    let piece = String(other.unicodeScalars[part..<end])
                    let (whole, form) = (TrigramForm.of(text), TrigramForm.of(piece))
                    #expect(
                        Array(whole.utf8).contains(Array(form.utf8))
                            == Array(text.utf8).contains(Array(piece.utf8)), "\(piece) in \(text)")
                }
            }
        }
    }

    @Test("Folded texts have no ASCII capital letters")
    func foldedTexts() {
        for value in 1...0x2FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = SearchFolding.folded(String(scalar))
            if folded.contains(where: { (65...90).contains($0) }) { Issue.record("\(scalar)") }
        }
    }
}
