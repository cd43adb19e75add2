/** The script of the documentation's pages. They work without it: it offers to copy code, and shows one language of several. */

/** Where the reference remembers the language of its samples, too. */
const CHOICE = 'scalar-reference-selected-client-v2';

/** The language that the reader has chosen, if the browser may store it. */
const choice = {
  get: () => {
    try {
      return localStorage.getItem(CHOICE)?.replace('custom/', '');
    } catch {
      return null;
    }
  },
  set: (language) => {
    try {
      localStorage.setItem(CHOICE, `custom/${language}`);
    } catch {
      // It holds for this page.
    }
  },
};

for (const button of navigator.clipboard ? document.querySelectorAll('[data-copy]') : []) {
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.closest('figure').querySelector('code').textContent);
    button.textContent = button.dataset.copy;
    said.textContent = button.dataset.copy;
    setTimeout(() => {
      button.textContent = label;
      said.textContent = '';
    }, 2_000);
  });
}

/** What screen readers say that do not say a button's new name. */
const said = document.createElement('p');
said.className = 'hidden';
said.setAttribute('aria-live', 'polite');
document.body.append(said);

/** A tab for each language, with its first figure's label. */
function addTabs(samples) {
  const list = document.createElement('div');
  list.className = 'tabs';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  for (const pane of samples.querySelectorAll('[data-choice]')) {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.textContent = pane.querySelector('figcaption span').textContent;
    tab.dataset.language = pane.dataset.choice;
    tab.setAttribute('role', 'tab');
    pane.setAttribute('role', 'tabpanel');
    pane.setAttribute('aria-label', tab.textContent);
    list.append(tab);
  }
  list.addEventListener('click', ({ target }) => choose(target));
  list.addEventListener('keydown', ({ key, target }) => {
    if (key === 'ArrowRight') choose(target.nextElementSibling ?? list.firstElementChild);
    if (key === 'ArrowLeft') choose(target.previousElementSibling ?? list.lastElementChild);
  });
  samples.prepend(list);
}

/** The reader's choice is that of all pages; what is in sight stays where it is. */
function choose(tab) {
  if (tab.getAttribute('role') !== 'tab') return;
  const before = tab.getBoundingClientRect().top;
  choice.set(tab.dataset.language);
  show(tab.dataset.language);
  tab.focus();
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}

function show(language) {
  for (const samples of document.querySelectorAll('.choice')) {
    const tabs = [...samples.querySelectorAll('[role=tab]')];
    const shown = tabs.find((tab) => tab.dataset.language === language) ?? tabs[0];
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', tab === shown);
      tab.tabIndex = tab === shown ? 0 : -1;
    }
    for (const pane of samples.querySelectorAll('[data-choice]'))
      pane.hidden = pane.dataset.choice !== shown.dataset.language;
  }
}

for (const samples of document.querySelectorAll('.choice')) addTabs(samples);
show(choice.get());
