// Scrolls the chosen filter or tab into view, in a row that is wider than a phone.

for (const row of document.querySelectorAll(".chips, .tabs")) {
  const chosen = row.querySelector("[aria-current]")
  if (!chosen || row.scrollWidth <= row.clientWidth) continue
  const { left, width } = chosen.getBoundingClientRect()
  row.scrollLeft += left + width / 2 - row.getBoundingClientRect().left - row.clientWidth / 2
}
