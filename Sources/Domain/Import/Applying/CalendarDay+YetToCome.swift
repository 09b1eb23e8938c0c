extension CalendarDay {
    /// Whether it is nowhere on earth yet.
    var isYetToCome: Bool { self > CalendarDay.today().adding(days: 1) }
}
