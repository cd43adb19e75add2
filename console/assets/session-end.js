/** Asks whoever has done nothing for long, before the session ends for that reason (WCAG 2.2.1). */

let asking;

function askBeforeEnd() {
  const dialog = document.querySelector('dialog[data-ask-after]');
  clearTimeout(asking);
  if (dialog) asking = setTimeout(() => dialog.showModal(), Number(dialog.dataset.askAfter));
}

/** Every request prolongs the session. */
async function stay(dialog) {
  const answer = await fetch(dialog.dataset.stay).catch(() => undefined);
  if (answer?.ok && !answer.redirected) askBeforeEnd();
  else dialog.nextElementSibling.hidden = false;
}

document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.matches('button')) target.closest('dialog')?.close();
});
document.addEventListener('close', ({ target }) => void stay(target), { capture: true });
document.addEventListener('htmx:after:swap', askBeforeEnd);
askBeforeEnd();
