// Of a row of filters or tabs that is wider than a phone, the chosen one is in sight.

for (const row of document.querySelectorAll(".chips, .tabs")) {
  const chosen = row.querySelector("[aria-current]")
  if (!chosen || row.scrollWidth <= row.clientWidth) continue
  const { left, width } = chosen.getBoundingClientRect()
  row.scrollLeft += left + width / 2 - row.getBoundingClientRect().left - row.clientWidth / 2
}
