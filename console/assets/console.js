/** The console's own script. Every page works without it: what needs it stays hidden until it runs. */

/** Copies the text of the element that `data-copied` names like the button's `data-copy`. */
async function copy(button) {
  const text = document.querySelector(`[data-copied="${CSS.escape(button.dataset.copy)}"]`)?.textContent ?? '';
  await navigator.clipboard.writeText(text);
  const label = button.firstChild;
  label.textContent = 'Copied';
  setTimeout(() => {
    label.textContent = 'Copy';
  }, 2_000);
}

function showCopyButtons() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll('button[data-copy][hidden]')) button.hidden = false;
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button[data-copy]') : null;
  if (button) void copy(button);
});
// What is partially exchanged may have further buttons.
document.addEventListener('htmx:after:swap', showCopyButtons);
showCopyButtons();
