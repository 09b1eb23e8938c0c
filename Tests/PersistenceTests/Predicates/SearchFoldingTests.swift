import Foundation
import Testing

@testable import Persistence

@Suite("Folding of searched texts")
struct SearchFoldingTests {
    /// Texts, and their folded forms in version 1. Another version folds differently, and stored
    /// texts of this version must be folded again: then this list changes together with the number.
    static let folded: [(text: String, folded: String)] = [
        ("Œuvre, cœur", "oeuvre, coeur"), ("ÆTHER, æsc, Ǽ, ǣ", "aether, aesc, ae, ae"),
        ("Straße, STRAẞE", "strasse, strasse"), ("ﬁn, Ĳssel, ǆ, ﬅ", "fin, ijssel, dz, st"),
        ("Ｆｕｌｌ　１２－３", "full 12-3"), ("ｶﾞｽ", "カ\u{3099}ス"), ("ガス", "カ\u{3099}ス"),
        ("a‐b‑c‒d–e—f―g−h－i﹣j", "a-b-c-d-e-f-g-h-i-j"), ("בית־ספר", "בית-ספר"),
        ("“a” „b‟ «c» ″ ＂", #""a" "b" "c" " ""#), ("O’Brien", "obrien'"),
        ("‘a’ `b´ ʼ ′ ＇", "a b   '"),
        ("5′10″", #"510"'"#), ("ʻOkina, Qurʾān, ‹x›", "okina, quran, x'"),
        ("שָׁלוֹם", "שלום"), ("שׁ", "ש"), ("צה״ל, ג׳ורג׳", #"צה"ל, גורג'"#),
        ("مُحَمَّد", "محمد"), ("رَحْمٰن", "رحمن"), ("كـــتاب", "كتاب"), ("ﻛﺘﺎﺏ", "كتاب"),
        ("آب", "ا\u{653}ب"), ("Łódź, smørrebrød, Đ, ħ, ŧ", "lodz, smorrebrod, d, h, t"),
        ("Sigurðsson, Þór, ılık, İ", "sigurdsson, thor, ilik, i"), ("Σίσυφος", "σισυφοσ"),
        ("m², ½, ①, ™, №, ㎏, …", "m2, 1/2, 1, tm, no, kg, ..."), ("한", "한"), ("が", "か\u{3099}"),
        ("so\u{AD}fa \u{200B}x\u{FEFF}\u{2060}", "sofa x"), ("❤\u{FE0F}", "❤"),
        ("a\nb\tc\u{A0}d\u{202F}e\u{2028}f", "a b c d e f"), ("a\u{0}\u{1B}\u{7F}\u{9B}b", "ab"),
        ("¨ ¸", "¨ ¸"), ("Crème brûlée", "creme brulee"), ("Йод", "иод"), ("", ""),
    ]

    @Test("Ligatures, widths, typographic signs, vowel signs, case and accents are ignored")
    func texts() {
        #expect(SearchFolding.version == 1)
        for (text, folded) in Self.folded {
            let expected = folded.decomposedStringWithCanonicalMapping
            for text in [text, text.decomposedStringWithCanonicalMapping] {
                let result = String(decoding: SearchFolding.folded(text), as: UTF8.self)

                #expect(
                    result.unicodeScalars.elementsEqual(expected.unicodeScalars),
                    "\(text): \(result), not \(expected)")
            }
        }
    }

    @Test(
        "Different letters remain different",
        arguments: ["か が", "ア あ", "ا آ", "و ؤ", "ö œ", "n ŋ", "е e", "क कि"])
    func otherLetters(pair: String) {
        let texts = pair.split(separator: " ").map { SearchFolding.folded(String($0)) }

        #expect(texts[0] != texts[1])
    }

    @Test("No scalar folds to a control character, and folding is idempotent")
    func allScalars() {
        let ranges: [Range<UInt32>] = [
            0..<0x700, 0x1E00..<0x2200, 0x3000..<0x3100, 0xFB00..<0x10000,
        ]
        for value in ranges.joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = SearchFolding.folded("a\(scalar)b")

            #expect(folded.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(String(value, radix: 16))")
            let again = SearchFolding.folded(String(decoding: folded, as: UTF8.self))
            #expect(again == folded, "\(String(value, radix: 16))")
        }
    }

    @Test(
        "A folded text contains the pattern of each of its words, however it is typed",
        arguments: [
            ("Liam O’Brien", "o'brien"), ("Liam O’Brien", "OBRIEN"), ("Liam OBrien", "o´brien"),
            ("Liam O’Brien", "'"), ("Liam O'Brien", "’"), ("5′", "''"), ("l’Œuvre", "L'oeuvre"),
            ("LT‑1094", "lt-1094"), ("LT-1094", "lt–1094"), ("the “blue” one", "\"blue\""),
            ("x", "\u{200B}"), ("שָׁלוֹם", "שלום"), ("שלום", "שָׁלוֹם"),
        ])
    func patterns(text: String, word: String) {
        #expect(SearchFolding.folded(text).contains(SearchFolding.pattern(of: word)))
    }

    @Test(
        "A sign is not found in a text without it",
        arguments: [
            ("Liam Brien", "'"), ("“x”", "'"), ("x", "\""), ("x", "–"), ("שָׁלוֹם", "\u{5B8}"),
            ("مُحَمَّد", "\u{64F}"), ("é", "\u{301}"), ("ـ", "\u{640}"), ("Liam Brien", "’´`"),
        ])
    func absentSigns(text: String, word: String) {
        #expect(!SearchFolding.pattern(of: word).isEmpty)
        #expect(!SearchFolding.folded(text).contains(SearchFolding.pattern(of: word)))
    }

    @Test("“searchable:” folds texts in stores and in memory, and [cd] is unaffected")
    func predicates() throws {
        let catalog = try Catalog()
        let context = catalog.context()
        let names = ["L’Œuvre", "Ｗｉｄｅ", "plain", "O'Brien"]
        for name in names {
            try ManagedObject(entityName: "Thing", context: context).setValue(name, forKey: "name")
        }
        try context.save()
        func found(_ format: String, _ word: String) throws -> [String] {
            var request = FetchRequest<ManagedObject>(entityName: "Thing")
            request.predicate = try FetchPredicate(format: format, word)
            let stored = try context.fetch(request).compactMap {
                try $0.value(forKey: "name") as? String
            }.filter(names.contains)
            let known = try names.filter {
                try request.predicate?.evaluate(with: ["name": .string($0)]) ?? false
            }
            #expect(stored == known)
            return stored
        }
        let search = "searchable:(name) CONTAINS %@"

        #expect(try found(search, SearchFolding.patternText(of: "OEUVRE")) == ["L’Œuvre"])
        #expect(try found(search, SearchFolding.patternText(of: "wide")) == ["Ｗｉｄｅ"])
        #expect(try found(search, SearchFolding.patternText(of: "‘")) == ["L’Œuvre", "O'Brien"])
        #expect(try found("name CONTAINS[cd] %@", "oeuvre") == [])
        #expect(try found("name CONTAINS[cd] %@", "œUVRE") == ["L’Œuvre"])
    }
}
