extension CalendarDay {
    /// Whether it is nowhere on earth yet.
    public var isYetToCome: Bool { self > CalendarDay.today().adding(days: 1) }
}
