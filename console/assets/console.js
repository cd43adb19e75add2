/** The console's own script. Every page works without it: what needs it stays hidden until it runs. */

/** Copies the text of the element that `data-copied` names like the button's `data-copy`. */
async function copy(button) {
  const text = document.querySelector(`[data-copied="${CSS.escape(button.dataset.copy)}"]`)?.textContent ?? '';
  await navigator.clipboard.writeText(text);
  const label = button.firstChild;
  const copy = label.textContent;
  if (copy === button.dataset.done) return;
  label.textContent = button.dataset.done;
  say(button.dataset.done);
  setTimeout(() => {
    label.textContent = copy;
  }, 2_000);
}

function showCopyButtons() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll('button[data-copy][hidden]')) button.hidden = false;
}

/** Shows what is sent with a passkey, in place of the note that it cannot be. */
function showPasskeyForms() {
  if (!SimpleWebAuthnBrowser.browserSupportsWebAuthn()) return;
  for (const part of document.querySelectorAll('[data-passkey]')) {
    part.hidden = false;
    part.nextElementSibling.remove();
  }
}

/** Sends a form with what the browser's passkey answers to the options that `data-passkey` leads to. */
async function sendWithPasskey(part, form) {
  const button = form.querySelector('button');
  const fault = part.lastElementChild;
  button.disabled = true;
  fault.hidden = true;
  try {
    const optionsJSON = await (await fetch(part.dataset.passkey, { method: 'POST' })).json();
    const { startRegistration, startAuthentication } = SimpleWebAuthnBrowser;
    const credential = await ('user' in optionsJSON ? startRegistration : startAuthentication)({ optionsJSON });
    form.addEventListener('formdata', ({ formData }) => formData.set('credential', JSON.stringify(credential)));
    form.submit();
  } catch ({ name }) {
    const { exists, none, failed } = part.dataset;
    fault.textContent = { InvalidStateError: exists, NotAllowedError: none }[name] ?? failed;
    fault.hidden = false;
  }
  button.disabled = false;
  button.focus();
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  const part = form.closest('[data-passkey]');
  const isMissing = ({ required, value }) => required && value.trim() === '';
  // What is missing is for the server to say, before there is a passkey.
  if (!part || [...form.elements].some(isMissing)) return;
  event.preventDefault();
  void sendWithPasskey(part, form);
});
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button[data-copy]') : null;
  if (button) void copy(button);
});
// What is partially exchanged may have further buttons.
document.addEventListener('htmx:after:swap', showCopyButtons);
showCopyButtons();
showPasskeyForms();
