/** What the page says to people who do not see that it has changed. */

const said = document.createElement('p');
said.className = 'hidden';
said.setAttribute('aria-live', 'polite');

/** Says a text, also the same one again. */
function say(text) {
  said.textContent = '';
  document.body.append(said);
  setTimeout(() => {
    said.textContent = text;
  }, 100);
}

/** Says what a partial exchange has brought. Whoever pressed a button that is gone goes on at the list. */
document.addEventListener('htmx:after:swap', ({ detail }) => {
  const { id } = detail.ctx.target;
  const place = document.getElementById(id) ?? document.body;
  const text = [...place.querySelectorAll('[data-said], .error')].map(({ textContent }) => textContent).join(' ');
  if (text !== said.textContent || id === 'list') say(text);
  if (id !== 'list' || document.activeElement !== document.body) return;
  place.tabIndex = -1;
  place.focus();
});
document.body.append(said);
