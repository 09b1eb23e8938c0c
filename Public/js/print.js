// A button (`data-print`) prints the page. It is hidden in the page, because without this file it would do nothing.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false
  button.addEventListener("click", () => print())
}
