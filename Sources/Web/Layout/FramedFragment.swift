/// A fragment of which a page has many, all alike but for their words: it is rendered once for each
/// shape that there is, and the words are filled in.
///
/// What its template writes depends on its own members alone, and on nothing of a text but whether it is
/// empty.
protocol FramedFragment: TemplateFragment, Hashable {
    /// Calls a closure with each text that the template writes, always in the same order.
    mutating func visitTexts(_ visit: (inout String) -> Void)
}
