import Foundation

/// The texts of papers for customers that stand in templates as they are, under their keys in the files of texts.
struct PaperLabels: Sendable, Decodable {
    var statement: String
    var position: String
    var product: String
    var quantity: String
    var unitPrice: String
    var tax: String
    var amount: String
    var total: String
    var taxes: String
    var net: String
    var gross: String
    /// What a payment was for, or a line of a statement is about.
    var subject: String
    var day: String
    var owed: String
    var void: String
    var noPurchases: String
}
