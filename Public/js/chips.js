// Of a row of filters that is wider than a phone, the chosen one is in sight.

for (const chips of document.querySelectorAll(".chips")) {
  const chosen = chips.querySelector(".chip[aria-current]")
  if (!chosen || chips.scrollWidth <= chips.clientWidth) continue
  const { left, width } = chosen.getBoundingClientRect()
  chips.scrollLeft += left + width / 2 - chips.getBoundingClientRect().left - chips.clientWidth / 2
}
