// A passkey that fails says so on the page, not only to whoever reads the console.
document.addEventListener('allauth.error', (event) => {
  event.preventDefault()
  document.getElementById('passkey-failed').hidden = false
})
