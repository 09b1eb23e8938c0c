import Testing

@testable import Domain

@Suite("File names")
struct FileNamesTests {
    @Test(
        "A name is shown in composed form, on one line, without invisible characters",
        arguments: [
            ("receipt.pdf", "receipt.pdf"), ("exe.\u{202E}fdp.pdf", "exe.fdp.pdf"),
            ("re\u{200B}cei\u{2060}pt\u{FEFF}.pdf", "receipt.pdf"),
            ("\u{202A}a\u{202C}\u{2066}b\u{2069}.pdf", "ab.pdf"),
            ("a\tb\r\nc\u{2028}d\u{85}e.pdf", "a b  c d e.pdf"),
            ("a\u{0}\u{1B}[2J.pdf", "a[2J.pdf"),
            ("cafe\u{301}.pdf", "caf\u{E9}.pdf"), ("  a.pdf ", "a.pdf"),
            ("👩‍👧.pdf", "👩‍👧.pdf"), ("می‌خواهم.pdf", "می‌خواهم.pdf"), ("東京　夜.jpg", "東京　夜.jpg"),
            ("\u{200B}\u{202E}", ""), ("", ""),
        ])
    func visible(name: String, expected: String) {
        #expect(Array(name.visibleFileName.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(
        "A name for a disk has no character that a file system refuses",
        arguments: [
            ("a/b\\c:d*e?f\"g<h>i|j.pdf", "a_b_c_d_e_f_g_h_i_j.pdf"), ("..", "file"),
            (".hidden", "hidden"), ("a.", "a"), ("gnp\u{202E}.jpg", "gnp.jpg"),
            ("\u{200B}", "file"),
        ])
    func portable(name: String, expected: String) {
        #expect(name.portableFileName(mostBytes: 100, otherwise: "file") == expected)
    }

    @Test("A long name is truncated between characters")
    func long() {
        let name = String(repeating: "👩‍👧", count: 20)

        let portable = name.portableFileName(mostBytes: 30, otherwise: "file")

        #expect(portable == "👩‍👧👩‍👧")
    }
}
