// The form of a return says what to give back while it is filled in. The server has said what one piece, two and so on
// come to; it adds up itself on “Return”.

for (const total of document.querySelectorAll("[data-return-total]")) attach(total)

function attach(total) {
  const form = total.closest("form")
  const fields = [...form.querySelectorAll("[data-return-amounts]")]
  form.addEventListener("input", addUp)
  addUp()

  function addUp() {
    const amounts = fields.map(amount)
    const sum = amounts.includes(null) ? 0 : amounts.reduce((sum, cents) => sum + cents, 0)
    total.textContent = sum > 0 ? `To give back ${money(sum)}` : ""
  }

  function money(cents) {
    const whole = Math.floor(cents / 100).toLocaleString("en-US")
    const hasCents = form.dataset.places !== "0" || cents % 100 !== 0
    return `${form.dataset.currency}${whole}${hasCents ? `.${String(cents % 100).padStart(2, "0")}` : ""}`
  }
}

// What the pieces in a field come to, in hundredths; null for what the server has to read.
function amount(field) {
  const text = field.value.trim()
  if (text === "" || text === "0") return 0
  const cents = field.dataset.returnAmounts.split(" ")[Number(text) - 1]
  return /^\d+$/.test(text) && cents ? Number(cents) : null
}
