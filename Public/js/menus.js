// A menu (`data-menu` on details) closes on Escape and on a click elsewhere.

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("[data-menu][open]")) {
    if (!menu.contains(event.target)) menu.open = false
  }
})

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return

  const menu = document.querySelector("[data-menu][open]")
  if (!menu) return
  menu.open = false
  menu.querySelector("summary").focus()
})
