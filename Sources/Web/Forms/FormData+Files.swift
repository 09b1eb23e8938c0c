extension FormData {
    /// The files of a field that takes several.
    ///
    /// - Parameters:
    ///   - most: how many may come with one form.
    ///   - hint: what is said to whoever has sent text in their place.
    ///   - keepsOthers: whether files that are not too large are taken beside one that is. Default: no.
    /// - Throws: ``FormRefusal`` if one is too large, there is none, or there are too many.
    func files(
        _ name: String, label: String, atMost most: Int, hint: String,
        besideOversized keepsOthers: Bool = false
    ) throws(FormRefusal) -> [UploadedFile] {
        func refusal(_ message: String) -> FormRefusal {
            FormRefusal(faults: [FormFault(field: name, label: label, message: message)])
        }
        let files = files.filter { $0.fieldName == name }
        if let oversized = oversizedFile(name), !keepsOthers || files.isEmpty {
            throw oversized.refusal(label: label)
        }
        guard !files.isEmpty else {
            throw refusal(self[name]?.isEmpty == false ? hint : "choose one at least")
        }
        guard files.count <= most else {
            throw refusal("\(files.count) came; at most \(most) at once")
        }
        return files
    }
}
