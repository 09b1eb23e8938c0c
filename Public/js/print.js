// A button (`data-print`) prints the page. It is hidden in the page, because without this file it would do nothing.
// A list with several pages is printed as a whole (`data-print-whole`), by the button and by the browser's key: its
// address for one page prints itself when it is loaded. The browser's menu prints the visible page, which says on
// paper that it is a part.

const mark = "#print"

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false
  button.addEventListener("click", printAll)
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
  if (event.key.toLowerCase() !== "p" || !whole()) return
  event.preventDefault()
  printAll()
})

if (location.hash === mark) {
  history.replaceState(history.state, "", location.pathname + location.search)
  if (document.readyState === "complete") print()
  else addEventListener("load", () => print(), { once: true })
}

function printAll() {
  const link = whole()
  if (link) location.assign(link.href + mark)
  else print()
}

function whole() {
  return document.querySelector("[data-print-whole]")
}
