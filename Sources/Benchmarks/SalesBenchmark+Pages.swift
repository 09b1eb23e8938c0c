import Domain
import Foundation

extension SalesBenchmark {
    /// A kind of page, and the statements that read its data; none if there is nothing to compare
    /// with.
    struct Page {
        let name: String
        let paths: [String]
        var statements: [String] = []
    }

    /// Many addresses of a kind, so that none is cached.
    static let pages = people + days + totals

    private static let people = [
        Page(
            name: "customers found by a part of the number",
            paths: (0..<500).map { "/customers?q=\(1000 + $0 * 17)" },
            statements: (0..<20).map {
                let digits = 1000 + $0 * 17
                return """
                    SELECT * FROM ZCUSTOMER WHERE ZNAME LIKE '%\(digits)%'
                        OR ZEMAILID LIKE '%\(digits)%' OR ZCONTACTNO LIKE '%\(digits)%'
                        ORDER BY ZNAME LIMIT 50
                    """
            }),
        Page(
            name: "a customer's page",
            paths: (0..<500).map { "/customers/\(1 + $0 * 199 % customers)" },
            statements: (0..<20).map {
                """
                SELECT * FROM ZCUSTOMER c JOIN ZSALE s ON s.ZCUSTOMER = c.Z_PK
                    JOIN ZSALELINE l ON l.ZSALE = s.Z_PK JOIN ZPRODUCT p ON p.Z_PK = l.ZPRODUCT
                    WHERE c.Z_PK = \(1 + $0 * 199 % customers)
                """
            }),
    ]

    private static let days = [
        Page(
            name: "the sheet of a day",
            paths: (0..<500).compactMap { number in
                first.map { "/sales/days/\($0.adding(days: number))" }
            },
            statements: (0..<20).compactMap { number in
                first.map {
                    """
                    SELECT * FROM ZSALE s JOIN ZCUSTOMER c ON c.Z_PK = s.ZCUSTOMER
                        JOIN ZSALELINE l ON l.ZSALE = s.Z_PK JOIN ZPRODUCT p ON p.Z_PK = l.ZPRODUCT
                        LEFT JOIN ZPAYMENT y ON y.ZSALE = s.Z_PK
                        WHERE s.ZDATE = \($0.adding(days: number).date.timeIntervalSinceReferenceDate)
                    """
                }
            }),
        Page(
            name: "a page of the sales",
            paths: (0..<500).map { "/sales?page=\(1 + $0 * 7)" },
            statements: (0..<20).map {
                "SELECT * FROM ZSALE ORDER BY ZDATE DESC, ZNUMBER DESC LIMIT 50 OFFSET \($0 * 350)"
            }),
        Page(name: "a page of the products", paths: (1...10).map { "/products?page=\($0)" }),
        Page(
            name: "the stock of a product", paths: (1...500).map { "/products/\($0)/stock" },
            statements: (1...20).map {
                "SELECT * FROM ZSTOCKENTRY WHERE ZPRODUCT = \($0) ORDER BY ZDATE DESC LIMIT 100"
            }),
        Page(
            name: "the statement of a customer",
            paths: (0..<500).map { "/customers/\(1 + $0 * 199 % customers)/statement" }),
    ]

    private static let totals =
        [
            Page(
                name: "the totals of each product in a month",
                paths: months.map { "/sales/totals?by=product&from=\($0.from)&to=\($0.to)" },
                statements: months.map {
                    """
                    SELECT l.ZPRODUCT, l.ZUNITPRICE, sum(l.ZQUANTITY) FROM ZSALE s
                        JOIN ZSALELINE l ON l.ZSALE = s.Z_PK
                        WHERE s.ZDATE BETWEEN \($0.from.date.timeIntervalSinceReferenceDate)
                            AND \($0.to.date.timeIntervalSinceReferenceDate)
                        GROUP BY 1, 2
                    """
                })
        ]
        + ["month", "category", "customer", "payment", "tax", "weekday", "hour"].map { key in
            Page(
                name: "the totals of each \(key) in a month",
                paths: months.map { "/sales/totals?by=\(key)&from=\($0.from)&to=\($0.to)" })
        }

    private static let first = CalendarDay(year: 2024, month: 1, day: 1)

    private static let months = (0..<24).compactMap { number in
        CalendarDay(year: 2024 + number / 12, month: number % 12 + 1, day: 1)
            .map { (from: $0, to: $0.lastOfMonth) }
    }
}
