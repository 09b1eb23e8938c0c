import Hummingbird

extension Request {
    /// What the address says of the fields of a new record's form: `/books/new?category=3`. The rule
    /// about the numbers of cards holds here as for every form.
    ///
    /// - Throws: ``SiteError`` 400 if the query is no UTF-8 text.
    var namedFields: FormData {
        get throws(SiteError) {
            var form = FormData()
            for field in try queryFields {
                form.append(FormData.Field(name: field.name, value: field.value))
            }
            return form.withoutCardNumbers
        }
    }
}
