/** The key `/` leads to the search, unless the person has switched it off in this browser (WCAG 2.1.4). */

const SEARCH_KEY = 'lyceum-console-search-key';

/** Off, too, where the browser could not remember that it is. */
function isSearchKeyOff() {
  try {
    return localStorage.getItem(SEARCH_KEY) === 'off';
  } catch {
    return true;
  }
}

function showSearchKey() {
  const isOff = isSearchKeyOff();
  for (const part of document.querySelectorAll('[data-search-key]')) {
    if (isOff) part.removeAttribute('aria-keyshortcuts');
    else part.setAttribute('aria-keyshortcuts', '/');
    for (const key of part.querySelectorAll('kbd')) key.hidden = isOff;
  }
  for (const box of document.querySelectorAll('#search-key')) {
    box.checked = !isOff;
    box.parentElement.hidden = false;
  }
}

document.addEventListener('change', ({ target }) => {
  if (target.id !== 'search-key') return;
  try {
    if (target.checked) localStorage.removeItem(SEARCH_KEY);
    else localStorage.setItem(SEARCH_KEY, 'off');
  } finally {
    showSearchKey();
  }
});
document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (key !== '/' || ctrlKey || metaKey || altKey || target.closest('input, textarea, select, dialog')) return;
  const field = document.querySelector('input[aria-keyshortcuts]');
  const place = field ?? document.querySelector('a[aria-keyshortcuts]');
  if (!place) return;
  event.preventDefault();
  if (field) field.focus();
  else place.click();
});
showSearchKey();
