const EXAMPLE = '[data-placeholder="janedoe"]';

/** Gives the reference's controls the names and roles that they lack, as it draws them. */
function name(control) {
  if (control.matches('button')) control.setAttribute('aria-label', 'Copy');
  else if (control.matches('.endpoints')) control.tabIndex = 0;
  else if (control.matches('.response-card')) control.setAttribute('role', 'group');
  else if (control.matches('header')) {
    control.setAttribute('role', 'none');
    control.parentElement.setAttribute('role', 'navigation');
    control.parentElement.setAttribute('aria-label', 'Menu of the reference');
  } else {
    control.setAttribute('role', 'textbox');
    control.setAttribute('aria-label', control.dataset.placeholder || 'Value');
  }
}

// The page has a header already; an editor is a combobox only while it offers something; a button shows nothing but an icon; a list of operations
// scrolls; landmarks that are all named alike are none.
const NAMELESS =
  '#reference header:not([role]), [contenteditable][role=combobox]:not([aria-expanded]), button[class*=copy-button]:not([aria-label]), .endpoints:not([tabindex]), .response-card[role=region]';

new MutationObserver(() => {
  for (const field of document.querySelectorAll(EXAMPLE)) field.dataset.placeholder = 'Client ID';
  for (const control of document.querySelectorAll(NAMELESS)) name(control);
}).observe(document.body, { childList: true, subtree: true });
